"""Hooks of schemathesis for scripts/check-api.sh."""

import schemathesis


@schemathesis.hook
def map_query(context, query):
    """Waits do not contribute to the check: valid ones become 0 seconds."""
    if isinstance(query, dict) and query.get("wait") not in (None, 0):
        try:
            if 0 <= int(query["wait"]) <= 30:
                query = {**query, "wait": 0}
        except (TypeError, ValueError):
            pass
    return query
