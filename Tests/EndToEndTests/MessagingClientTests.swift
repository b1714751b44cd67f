// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import FCM
import Foundation
import Subprocess
import Testing
import WebPush

#if canImport(System)
import System
#else
import SystemPackage
#endif

extension RunningUp.Gateways {
    /// Unmodified clients of FCM and Web Push that share no code with Bellhop.
    struct MessagingClients {
        private static func python(_ script: String, _ arguments: [String]) async throws -> String {
            let python = BellhopTool.root + "/.venv/bin/python"
            try #require(
                FileManager.default.isExecutableFile(atPath: python),
                "Python's packages are not installed; run scripts/setup.sh test")
            let run = try await Program.run(
                .path(FilePath(python)), ["-c", script] + arguments)
            #expect(run.status == 0, "\(run.errors); run scripts/setup.sh test")
            return run.output
        }

        private static func requests(
            _ service: String, _ control: ControlCaller
        ) async throws -> [JSONValue] {
            try await control.caller.get("/v1/requests?service=\(service)&limit=1000").json[
                "requests"]?.arrayValue ?? []
        }

        /// Signs an assertion with openssl, gets an access token and sends a message with curl.
        /// Arguments: key file, token file.
        static let curlScript = """
            account=$1
            field() { sed -n "s/^ *\\"$1\\": \\"\\(.*\\)\\",\\{0,1\\}$/\\1/p" "$account"; }
            base64url() { openssl base64 -e -A | tr -- '+/' '-_' | tr -d =; }
            key=$(mktemp)
            trap 'rm -f "$key"' EXIT
            printf '%b' "$(field private_key)" > "$key"
            uri=$(field token_uri) now=$(date +%s)
            header=$(printf '{"alg":"RS256","typ":"JWT"}' | base64url)
            claims=$(printf '{"iss":"%s","scope":"%s","aud":"%s","iat":%d,"exp":%d}' \\
              "$(field client_email)" https://www.googleapis.com/auth/firebase.messaging \\
              "$uri" "$now" "$((now + 3600))" | base64url)
            signature=$(printf %s "$header.$claims" \\
              | openssl dgst -binary -sha256 -sign "$key" | base64url)
            access=$(curl --silent --show-error \\
              --data grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer \\
              --data "assertion=$header.$claims.$signature" "$uri" \\
              | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')
            curl --silent --show-error --header "authorization: Bearer $access" \\
              --header "content-type: application/json" \\
              --data '{"message":{"token":"'"$(cat "$2")"'",
                "notification":{"title":"curl","body":"Dinner is ready"}}}' \\
              "${uri%/token}/v1/projects/$(field project_id)/messages:send"
            """

        @Test func `curl with an assertion signed by openssl reaches the Android phone`()
            async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            let sent = try await Program.run(
                tool: "sh",
                [
                    "-euc", Self.curlScript, "sh", up.state.path("fcm-service-account.json"),
                    up.state.path("fcm-token"),
                ])
            #expect(sent.status == 0, "\(sent.errors)")
            let name = try JSONValue(parsing: sent.output).text("name")
            #expect(name.hasPrefix("projects/bellhop-demo/messages/"))
            let log = try await Self.requests("fcm", control)
            #expect(log.map { $0["kind"]?.stringValue } == ["token", "send"])
            #expect(log.last?["message_id"]?.stringValue == name)
            #expect(log.last?["device"]?.stringValue == "Android phone")
            #expect(log.last?["body"]?.stringValue == "Dinner is ready")
        }

        /// Sends with firebase-admin and google-auth to the Android phone and to the iPhone, and
        /// causes each kind of error. Arguments: key file, Android token, iPhone token,
        /// unregistered token.
        private static let firebaseScript = """
            import json, sys
            import firebase_admin
            from firebase_admin import credentials, exceptions, messaging

            path, android, iphone, gone = sys.argv[1:]
            account = json.load(open(path))
            base = account["token_uri"].removesuffix("/token")
            messaging._MessagingService.FCM_URL = base + "/v1/projects/{0}/messages:send"
            firebase_admin.initialize_app(credentials.Certificate(path))

            def notification(title):
                return messaging.Notification(title=title, body="from firebase-admin")

            names = [messaging.send(messaging.Message(token=android,
                notification=notification("one"), data={"id": "7"},
                android=messaging.AndroidConfig(priority="high", ttl=3600)))]
            names.append(messaging.send(messaging.Message(
                token=iphone, notification=notification("iPhone"))))
            batch = messaging.send_each([messaging.Message(
                token=android, notification=notification(f"each {n}")) for n in range(20)])
            errors = []
            for message in [
                messaging.Message(token=gone, notification=notification("gone")),
                messaging.Message(token="nonsense", notification=notification("bad")),
            ]:
                try:
                    messaging.send(message)
                except exceptions.FirebaseError as error:
                    errors.append([type(error).__name__, error.code])
            print(json.dumps({"names": names, "each": batch.success_count, "errors": errors}))
            """

        @Test func `firebase-admin sends to the Android phone and, through APNs, to the iPhone`()
            async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            let iphone = try await control.caller.post("/v1/fcm/tokens", ["platform": "ios"])
            let gone = try await control.caller.post("/v1/fcm/tokens", ["name": "old phone"])
            let goneToken = try gone.json.text("token")
            let removed = try await control.caller.call(
                "DELETE", "/v1/fcm/tokens/\(goneToken.replacing(":", with: "%3A"))")
            #expect(removed.status == 204)
            let android = try String(
                contentsOfFile: up.state.path("fcm-token"), encoding: .utf8
            ).trimmingCharacters(in: .newlines)
            let output = try await Self.python(
                Self.firebaseScript,
                [
                    up.state.path("fcm-service-account.json"), android,
                    iphone.json.text("token"), goneToken,
                ])
            let response = try JSONValue(parsing: output)
            #expect(response["names"]?.arrayValue?.count == 2)
            #expect(response["each"]?.intValue == 20)
            #expect(response["errors", 0, 0]?.stringValue == "UnregisteredError")
            #expect(response["errors", 1, 1]?.stringValue == "INVALID_ARGUMENT")
            let log = try await Self.requests("fcm", control)
            #expect(log.filter { $0["device"]?.stringValue == "Android phone" }.count == 21)
            // FCM's message arrives at the simulated iPhone as a notification of APNs.
            #expect(
                try await control.notifications().map { $0["title"]?.stringValue } == ["iPhone"])
            let pushes = try await control.caller.get("/v1/requests?limit=10").json[
                "requests"]?.arrayValue
            #expect(pushes?.last?["payload", "gcm.message_id"]?.stringValue != nil)
        }

        @Test func `sending to an iPhone fails with an error if the project has no key for APNs`()
            async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            let iphone = try await control.caller.post("/v1/fcm/tokens", ["platform": "ios"])
            let change: JSONValue = ["has_apns_key": false]
            let changed = try await control.caller.call(
                "PATCH", "/v1/fcm/project", headers: ["content-type": "application/json"],
                body: JSONWriter.text(change))
            #expect(changed.status == 200, "\(changed.text)")
            let script = """
                import json, sys
                import google.auth.transport.requests
                from google.oauth2 import service_account

                path, token = sys.argv[1:]
                account = json.load(open(path))
                session = google.auth.transport.requests.AuthorizedSession(
                    service_account.Credentials.from_service_account_file(path,
                        scopes=["https://www.googleapis.com/auth/firebase.messaging"]))
                response = session.post(account["token_uri"].removesuffix("/token")
                    + "/v1/projects/bellhop-demo/messages:send",
                    json={"message": {"token": token, "notification": {"title": "a"}}},
                    max_allowed_time=600)
                print(json.dumps([response.status_code, response.json()]))
                """
            let output = try await Self.python(
                script,
                [up.state.path("fcm-service-account.json"), iphone.json.text("token")])
            let response = try JSONValue(parsing: output)
            #expect(response[0]?.intValue == 401)
            #expect(
                response[1, "error", "details", 0, "errorCode"]?.stringValue
                    == "THIRD_PARTY_AUTH_ERROR")
            let restored = try await control.caller.post("/v1/reset", ["what": "devices"])
            #expect(restored.status == 204)
        }

        /// Sends with pywebpush over HTTP, over HTTPS, and to an ended subscription.
        private static let webPushScript = """
            import json, os, sys
            from pywebpush import WebPushException, webpush

            subscription, key, authority, gone = sys.argv[1:]
            info = json.load(open(subscription))
            claims = {"sub": "mailto:ops@example.com"}
            statuses = []
            for endpoint in [info["endpoint"], info["endpoint"].replace("http://", "https://")]:
                os.environ["REQUESTS_CA_BUNDLE"] = authority
                response = webpush({**info, "endpoint": endpoint}, "Dinner is ready",
                    vapid_private_key=key, vapid_claims=dict(claims), ttl=60,
                    headers={"urgency": "high", "topic": "dinner"})
                statuses.append(response.status_code)
            try:
                webpush(json.loads(gone), "x", vapid_private_key=key, vapid_claims=dict(claims))
            except WebPushException as error:
                statuses.append(error.response.status_code)
            print(json.dumps(statuses))
            """

        @Test
        func `pywebpush reaches a browser by HTTP and HTTPS; an ended subscription returns 410`()
            async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            let gone = try await control.caller.call("POST", "/v1/web-push/subscriptions")
            let id = try gone.json.text("id")
            let removed = try await control.caller.call(
                "DELETE", "/v1/web-push/subscriptions/\(id)")
            #expect(removed.status == 204)
            let subscription = try #require(gone.json["subscription"])
            let output = try await Self.python(
                Self.webPushScript,
                [
                    up.state.path("web-push-subscription.json"), up.state.path("vapid-key.pem"),
                    up.state.path("ca.pem"), JSONWriter.text(subscription),
                ])
            #expect(try JSONValue(parsing: output) == [201, 201, 410])
            let log = try await Self.requests("web_push", control)
            #expect(log.map { $0["status"]?.intValue } == [201, 201, 410])
            #expect(log.first?["text"]?.stringValue == "Dinner is ready")
            #expect(log.first?["headers", "urgency"]?.stringValue == "high")
        }

        /// Checks our tokens with PyJWT. Arguments: the RSA key as a service account, the VAPID
        /// public key, the assertion, the VAPID token.
        private static let jwtScript = """
            import base64, json, sys
            import jwt
            from cryptography.hazmat.primitives import serialization
            from cryptography.hazmat.primitives.asymmetric import ec

            path, point, assertion, token = sys.argv[1:]
            account = json.load(open(path))
            key = serialization.load_pem_private_key(account["private_key"].encode(), None)
            one = jwt.decode(assertion, key.public_key(), algorithms=["RS256"],
                audience=account["token_uri"])
            raw = base64.urlsafe_b64decode(point + "=" * (-len(point) % 4))
            public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
            two = jwt.decode(token, public, algorithms=["ES256"],
                audience="https://web.push.apple.com")
            print(json.dumps([one["scope"], two["sub"]]))
            """

        @Test func `PyJWT accepts our assertion and our VAPID token`() async throws {
            let up = try RunningUp.process()
            let path = up.state.path("fcm-service-account.json")
            let file = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            let uri = try JSONValue(parsing: String(decoding: file, as: UTF8.self)).text(
                "token_uri")
            let account = try ServiceAccount(json: file, tokenAddress: uri)
            let now = TimeSource.system.now
            let key = VAPIDKey()
            let token = try VAPIDToken(
                key: key, origin: "https://web.push.apple.com", subject: "mailto:ops@example.com",
                now: now)
            let text = try #require(
                token.authorization.split(separator: ",").first?.dropFirst("vapid t=".count))
            let output = try await Self.python(
                Self.jwtScript,
                [path, key.publicKeyText, TokenAssertion(account, now: now).text, String(text)])
            #expect(
                try JSONValue(parsing: output) == [
                    "https://www.googleapis.com/auth/firebase.messaging",
                    "mailto:ops@example.com",
                ])
        }
    }
}
