from typing import NamedTuple

import jax
import jax.numpy as jnp


class Game(NamedTuple):
    board: jax.Array
    black_to_move: jax.Array


def new_game(size):
    return Game(jnp.zeros((size, size), jnp.int8), jnp.array(True))


def play(game, move):
    row, column = jnp.divmod(move, game.board.shape[1])
    stone = jnp.where(game.black_to_move, jnp.int8(1), jnp.int8(-1))
    board = game.board.at[row, column].set(stone)
    return game._replace(board=board, black_to_move=~game.black_to_move)


def main() -> jax.Array:
    game = new_game(3)
    for move in (4, 0):
        game = play(game, move)
    return game.board
