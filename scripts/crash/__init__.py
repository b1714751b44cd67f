# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""The parts of scripts/crash.py: servers and posters, the record of what arrived, a run with its checks,
and the scenes."""
