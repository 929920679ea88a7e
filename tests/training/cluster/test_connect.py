"""Addresses at which there is no cluster, without Ray."""

import socket

import pytest

from dynasty_env.kit.errors import DynastyEnvError, OptionError
from training.cluster.connect import cause_of, connected


@pytest.mark.parametrize("address", ["", "nowhere", "host:", ":6379", "host:0", "host:65536", "ray://host", "local:x"])
def test_what_is_no_address_is_told_what_one_is(address: str) -> None:
    with (
        pytest.raises(OptionError, match=r"--ray .*: give local, auto, HOST:PORT or ray://HOST:PORT"),
        connected(address),
    ):
        raise AssertionError


def test_where_nobody_listens_the_reason_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    for address in (f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}"):
        with pytest.raises(OptionError, match=r"no answer from there: Connection refused"), connected(address):
            raise AssertionError


class DiedError(Exception):
    """As Ray tells of an actor."""

    actor_init_failed = False


class FailedError(DiedError):
    """One whose class could not be made."""

    actor_init_failed = True


class RaisedError(Exception):
    """As Ray passes on what was raised."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("ray::Player.play()\n  many\n  lines")
        self.cause = cause


class Ray:
    """Its exceptions."""

    class exceptions:  # noqa: N801
        RayTaskError = RaisedError


def test_causes_are_told_in_a_line() -> None:
    ours = OptionError("seats=9 is out of range")
    assert cause_of(Ray, RaisedError(ours)) is ours
    for error, told in (
        (RaisedError(ValueError("no\nmore")), "ValueError: no"),
        (DiedError("it died\n  at night"), "it died"),
        (FailedError("it died\n  Traceback\nSyntaxError: what"), "SyntaxError: what"),
        (DiedError(), "DiedError"),
    ):
        found = cause_of(Ray, error)
        assert type(found) is DynastyEnvError
        assert str(found) == f"on the cluster: {told}"
