"""The ledger is written at each change, sorted, and has an entry only for a rule's fingerprint."""

from __future__ import annotations

from pathlib import Path

from promo_typing.oracle.ledger import FOLDER, Entry, Ledger

SIN = Entry("jax.numpy.sin", "a1", 412)
ADD = Entry("jax.numpy.add[x='y z']", "b2", 9672)


def test_what_is_recorded_is_read_again(tmp_path: Path) -> None:
    ledger = Ledger("0.10.2", tmp_path)
    ledger.record(SIN)
    ledger.record(ADD)
    assert (tmp_path / "0.10.2.txt").read_text() == (
        "b2   9672 jax.numpy.add[x='y z']\na1    412 jax.numpy.sin\n"
    )
    again = Ledger("0.10.2", tmp_path)
    assert again.lacking({SIN.name: "a1", ADD.name: "b2"}) == []
    assert again.lacking({SIN.name: "a2", ADD.name: "b2", "new": "c3"}) == [SIN.name, "new"]


def test_each_version_has_its_own(tmp_path: Path) -> None:
    Ledger("0.10.2", tmp_path).record(SIN)
    assert Ledger("0.12.0", tmp_path).lacking({SIN.name: "a1"}) == [SIN.name]
    assert [Ledger(each, tmp_path).is_empty for each in ("0.10.2", "0.12.0")] == [False, True]


def test_a_rule_that_differs_is_struck(tmp_path: Path) -> None:
    ledger = Ledger("0.10.2", tmp_path)
    ledger.record(SIN)
    ledger.strike(SIN.name)
    ledger.strike(ADD.name)
    assert Ledger("0.10.2", tmp_path).lacking({SIN.name: "a1"}) == [SIN.name]


def test_rules_that_are_no_more_are_removed(tmp_path: Path) -> None:
    ledger = Ledger("0.10.2", tmp_path)
    ledger.record(SIN)
    ledger.record(ADD)
    ledger.keep([ADD.name])
    assert (tmp_path / "0.10.2.txt").read_text() == f"{ADD}\n"


def test_the_committed_files_are_sorted() -> None:
    for path in FOLDER.glob("*.txt"):
        lines = path.read_text().splitlines()
        names = [Entry.of(line).name for line in lines]
        assert names == sorted({*names})
        assert lines == [str(Entry.of(line)) for line in lines]
