# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""A client of the Bellhop gateway's API, with the standard library only."""
from . import _operations as types
from ._http import Problem, Unreachable
from ._operations import Operations


class Gateway(Operations):
    """A gateway.

    >>> gateway = Gateway("http://127.0.0.1:8080", key)
    >>> message = gateway.send_to_user("alex", {"body": "Dinner is ready"})

    Reads, and changes that a repetition does not do twice, are repeated up to five times after
    429, 503 and lost connections.
    """


__all__ = ["Gateway", "Problem", "Unreachable", "types"]
