# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""What scripts/crash.py consists of: servers and posters, the record as the truth, a run with its checks,
and the scenes."""
