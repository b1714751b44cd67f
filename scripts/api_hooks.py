"""Hooks of schemathesis for scripts/check-api.sh."""
import json
import os
import zlib

import schemathesis

# The identifiers that scripts/api_samples.py has written; empty without samples.
SAMPLES = json.load(open(os.environ["API_SAMPLES"])) if os.environ.get("API_SAMPLES") else {}


@schemathesis.hook
def map_query(context, query):
    """Sets a valid `wait` to 0 seconds, because waiting does not contribute to the check."""
    if isinstance(query, dict) and query.get("wait") not in (None, 0):
        try:
            if 0 <= int(query["wait"]) <= 30:
                query = {**query, "wait": 0}
        except (TypeError, ValueError):
            pass
    return query


def sample(path, name):
    """Returns the sample for a parameter of a path; None if there is none."""
    if name in ("id", "name"):
        for prefix, value in SAMPLES["paths"].items():
            if path.startswith(prefix):
                return value
        return None
    return SAMPLES["names"].get(name)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Makes three of four requests refer to the samples, except deletions, because later requests
    need the samples. Requests of the device API, and only these, use the app's client key."""
    if not SAMPLES:
        return
    path = case.operation.path
    is_device = path.startswith("/v1/device/")
    # The choice depends on the request alone, so that a run can be repeated.
    number = zlib.crc32(repr((path, case.path_parameters, case.query, case.body)).encode())
    choice = number % 4
    if is_device:
        case.headers["Authorization"] = "Bearer " + SAMPLES["client_key"]
        if choice:
            case.headers["Bellhop-Installation-Secret"] = SAMPLES["secret"]
    if not choice or case.method == "DELETE":
        return
    for name, value in list((case.path_parameters or {}).items()):
        found = sample(path, name)
        if found is not None and isinstance(value, str):
            device = number // 4 % SAMPLES["devices"] if is_device else 0
            case.path_parameters[name] = found + str(device or "") if name == "installation_id" else found
    for values in (case.query, case.body):
        if isinstance(values, dict):
            for name in ("app", "token"):
                if isinstance(values.get(name), str):
                    values[name] = SAMPLES[name]
            campaign = values.get("campaign")
            if isinstance(campaign, dict) and isinstance(campaign.get("app"), str):
                campaign["app"] = SAMPLES["app"]
