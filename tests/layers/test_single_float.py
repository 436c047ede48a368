"""Finds out which programs compute only in float32, so that the results of layers are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_mypy.inference.single_float import asks_for_others
from tests.typesafety.mypy_runs import write
from tests.typesafety.test_inference import SETTINGS

from .test_programs import dtypes, mypy

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "line",
    [
        "params = jax.tree.map(lambda p: p.astype(jnp.bfloat16), params)",
        "policy = 'params=float32,compute=float16'",
        "x = x.astype('bf16')",
        "use_fp16 = True",
        "dtype = jnp.float8_e4m3fn",
        "dtype = jnp.int2",
        "np.half",
        "from numpy import half",
        "x = x.astype('half')",
        "dtype = '<f2'",
        "lower(x, f16)",
        "import jmp",
        "dtype = jnp.float4_e2m1fn",
        "dtype = ml_dtypes.float6_e3m2fn",
        "cast(x, 'e5m2')",
        "use_fp4 = True",
        "from quantization import quantize",
        "params = library.quantize_params(params)",
        "from aqt.jax.v2 import config",
        "jax.config.update('jax_enable_x64', True)",
        "jax.config.update('jax_enable_x64', wide)",
        "jax.config.jax_enable_x64 = wide",
        "with jax.enable_x64(True): pass",
        "from jax.experimental import enable_x64",
        "os.environ['JAX_ENABLE_X64'] = '1'",
        'text = """\n"""\nnarrow = jnp.bfloat16\ntext = """\n"""',
        "z = x * 1j",
        "z = x * 2.5J",
        "z = lax.complex(x, y)",
        "z = x.astype(np.complex64)",
        "z = jnp.fft.rfft2(x)",
        "values, vectors = jnp.linalg.eig(x)",
        "parser.add_argument('--dtype', default='float32')",
        "dtype = config['param_dtype']",
        "nn.Dense(4, dtype=config.model.dtype)",
        "dtype = getattr(jnp, name)",
        "model = FlaxModel.from_pretrained(name)",
        "state = torch.load(path)",
        "x = x.to(torch.float16)",
        "path = hf_hub_download(name, 'model.msgpack')",
        "params = load_from_hub(name)",
        "params = load_huggingface_weights(path)",
        "from safetensors.flax import load_file",
        "from safetensors.flax import load_file, save_file",
        "import safetensors.flax",
        "nn.Attention(2, qkv_dot_general_cls=DotGeneral)",
        "attend(q, k, einsum=einsum)",
        "nn.Dense(4, promote_dtype=promote)",
        "nn.Dense(4, dot_general=quantized)",
    ],
)
def test_what_asks_for_other_floats(line: str) -> None:
    assert asks_for_others(f"import jax\n{line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "x = x.astype(jnp.float32)  # not bfloat16",
        "# float16 was too narrow",
        "# don't use float16",
        '"""Not for float16."""',
        "half = size // 2",
        "lr = decay(kind='poly')",
        "dtype = np.float64 if jax.config.jax_enable_x64 else np.float32",
        "if not jax.config.read('jax_enable_x64'): pass",
        "jax.config.update('jax_enable_x64', False)",
        "x = np.zeros(3, np.float64)",
        "images = np.uint8(images)",
        "env = 'HalfCheetah-v2'",
        "if hasattr(x, 'dtype'): x = x.astype(x.dtype)",
        "def complexity(x): return x",
        "y = lax.dot_general(x, w, (((1,), (0,)), ((), ())))",
        "self.layer = nn.Dense(4, dtype=self.dtype)",
        "print('\\x1b[2J\\x1b[H')",
        "ids = ['aXbf4_Q', 'Te1m0', 'kFp6']",
        "def quantize(x, levels): return jnp.round(x * levels) / levels",
        "if self.kind == 'quantized': x = self.quantize(x)",
        "from huggingface_hub import HfApi",
        "url = 'https://huggingface.co/models'",
        "from safetensors.flax import save_file",
        "save_file(flat, 'model.safetensors')",
        "Block(transpose_einsum=True)",
    ],
)
def test_what_does_not(line: str) -> None:
    assert not asks_for_others(f"import jax\n{line}\n")


@pytest.mark.parametrize(
    "line", ["x = x.to(torch.float16)", "model.half()", "m.load_state_dict(torch.load(path))"]
)
def test_a_file_for_pytorch_alone(line: str) -> None:
    assert not asks_for_others(f"import torch\n{line}\n")
    assert asks_for_others(f"import torch\nimport jax\n{line}\n")


PROGRAM = """\
import flax.linen as nn
import jax.numpy as jnp


class Table(nn.Module):
    layer: nn.Dense

    @nn.compact
    def __call__(self, tokens):
        reveal_type(nn.Embed(8, 4)(tokens))
        return self.layer(tokens)


Table(nn.Dense(4)).init({}, jnp.zeros(3, jnp.int32))
"""


def test_files_that_are_not_checked_count(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM, SETTINGS)
    (tmp_path / "pyproject.toml").touch()
    assert dtypes(mypy(tmp_path)) == ["float32"]
    (tmp_path / "serve.py").write_text("import jax.numpy as jnp\nnarrow = jnp.bfloat16\n")
    assert dtypes(mypy(tmp_path)) == ["Any"]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("", "float32"),
        ("class Own(nn.Dense):\n    def __call__(self, inputs): return inputs\n", "Any"),
        ("def made(kind): return kind(3)\nmade(nn.Dense)\n", "Any"),
    ],
)
def test_a_layer_in_a_field_is_no_other_one(tmp_path: Path, more: str, expected: str) -> None:
    revealing = PROGRAM.replace("return self.layer(tokens)", "reveal_type(self.layer(tokens))")
    write(tmp_path, revealing + more, SETTINGS)
    assert dtypes(mypy(tmp_path))[1] == expected
