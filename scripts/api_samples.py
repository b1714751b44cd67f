#!/usr/bin/env python3
"""Creates one resource of each kind in a gateway, for scripts/check-api.sh, and writes their identifiers.

    scripts/api_samples.py URL KEY P8 FILE

P8 is the file with the simulator's key. With the samples, not all requests that schemathesis generates
get the response "not found".
"""
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

# The app to which the simulator's key belongs.
APP = "dev.bellhop.demo"
INSTALLATION = "sample-installation"
SECRET = "sample-secret-" + "s3cret-Zz" * 5
TOKEN = "ab" * 32
# The number of installations.
DEVICES = 40
# The key ID and the team ID of the simulator's key.
SIMULATOR = {"key_id": "SIMULATOR1", "team_id": "BELLHOPDEV"}


class Gateway:
    def __init__(self, url, key):
        self.url, self.key = url, key

    def ask(self, method, path, body=None, **headers):
        """Sends a request, and returns the response's JSON; exits if the response is an error."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.key}", **headers}
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as response:
                text = response.read()
        except urllib.error.HTTPError as error:
            sys.exit(f"api_samples: {method} {path}: {error.code} {error.read().decode()}")
        return json.loads(text) if text else None


def create(gateway, p8):
    """Returns the samples: the values of parameters, by parameter name or by path."""
    app = gateway.ask("PUT", f"/v1/apps/{APP}", {"name": "Samples", "user_proof": "off"})
    path = f"/v1/apps/{APP}"
    gateway.ask("PUT", f"{path}/credential", {"p8": p8, **SIMULATOR})
    gateway.ask("PUT", f"{path}/attributes/plan", {"type": "text"})
    gateway.ask("PUT", f"{path}/segments/vip", {"filter": "tag beta"})
    gateway.ask("PUT", f"{path}/topics/news", {"title": "News"})
    gateway.ask("PUT", f"{path}/templates/parcel", {"locales": {"en": {"body": "Hi"}}})
    tokens = [{"family": "app", "token": TOKEN}]
    client = Gateway(gateway.url, app["client_key"])
    for number in range(DEVICES):
        # An installation may send few requests in a minute, so there are many of them.
        client.ask("PUT", f"/v1/device/installations/{INSTALLATION}{number or ''}",
                   {"app": APP, "environment": "sandbox", "user": "alex" if number == 0 else "sam",
                    "tokens": tokens if number == 0 else []},
                   **{"Bellhop-Installation-Secret": SECRET})
    gateway.ask("PUT", f"/v1/users/alex/aliases/crm?app={APP}", {"value": "4711"})
    message = gateway.ask("POST", f"/v1/installations/{INSTALLATION}/messages", {"title": "Hi"})
    campaign = gateway.ask("POST", "/v1/campaigns",
                           {"app": APP, "audience": "all", "draft": True,
                            "message": {"title": "Hi"}})
    series = gateway.ask("POST", "/v1/series",
                         {"every": "daily", "campaign": {
                             "app": APP, "audience": "all", "local_time": "2027-06-01T09:00",
                             "message": {"title": "Hi"}}})
    trigger = gateway.ask("POST", "/v1/triggers",
                          {"app": APP, "event": "ordered", "message": {"title": "Hi"}})
    webhook = gateway.ask("POST", "/v1/webhooks",
                          {"url": "https://example.com/events", "enabled": False})
    key = gateway.ask("POST", "/v1/keys", {"name": "sample", "scopes": ["messages:read"]})
    member = gateway.ask("POST", "/v1/members", {"login": "sample", "role": "viewer"})
    return {
        "app": APP, "client_key": app["client_key"], "secret": SECRET, "token": TOKEN,
        "devices": DEVICES,
        "names": {
            "bundle_id": APP, "installation_id": INSTALLATION, "user": "alex", "topic": "news",
            "tag": "beta", "label": "crm", "hex": TOKEN, "code": "bad_json",
        },
        "paths": {
            "/v1/messages/{id}": message["id"],
            "/v1/deliveries/{id}": message["deliveries"][0]["id"],
            "/v1/campaigns/{id}": campaign["id"], "/v1/series/{id}": series["id"],
            "/v1/triggers/{id}": trigger["id"], "/v1/webhooks/{id}": webhook["id"],
            "/v1/keys/{id}": key["id"], "/v1/members/{id}": member["id"],
            "/v1/apps/{bundle_id}/attributes/{name}": "plan",
            "/v1/apps/{bundle_id}/segments/{name}": "vip",
            "/v1/apps/{bundle_id}/templates/{name}": "parcel",
        },
    }


def main():
    url, key, p8, file = sys.argv[1:]
    with open(p8, encoding="utf-8") as text:
        samples = create(Gateway(url, key), text.read())
    with open(file, "w", encoding="utf-8") as output:
        json.dump(samples, output)


main()
