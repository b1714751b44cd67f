// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import Crypto
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Gateway {
    /// Stores a notification that a sender posts to the gateway's APNs endpoint, and starts sending
    /// it.
    ///
    /// - Returns: the `apns-id`, after the notification has been stored durably.
    package func accept(_ request: SenderRequest) async throws(SenderRefusal) -> APNSID {
        let start = time.uptime
        let result: Result<APNSID, SenderRefusal>
        do { result = .success(try await process(request)) } catch { result = .failure(error) }
        metrics.sender(request.environment, result, since: start)
        return try result.get()
    }

    private func process(_ request: SenderRequest) async throws(SenderRefusal) -> APNSID {
        do {
            let (sender, app) = try await authenticate(request)
            guard app.isShadow else {
                return try await accept(request, of: app, from: sender).id
            }
            return try await shadow(request, of: app, from: sender)
        } catch let refusal as SenderRefusal {
            throw refusal
        } catch let problem as Problem {
            throw SenderRefusal(problem)
        } catch is CancellationError {
            throw SenderRefusal(.shutdown, because: nil)
        } catch {
            note(error)
            throw SenderRefusal(
                .serviceUnavailable,
                because: "the gateway's storage fails at present; send again later")
        }
    }

    /// The result of an accepted request.
    struct Accepted: Sendable {
        let id: APNSID
        /// Whether the notification was stored by this request and not by an earlier one.
        let isNew: Bool
        /// Whether an app or a server has registered the token.
        var isKnown = false
    }

    /// Checks the request of an authenticated sender, and stores its notification.
    func accept(
        _ request: SenderRequest, of app: StoredApp, from sender: Sender
    ) async throws -> Accepted {
        let push = try request.content.mapError {
            SenderRefusal($0.reason, because: $0.explanation)
        }.get()
        try Self.check(push, app)
        let isKnown = try await checkToken(push, app: app.bundleID, request.environment)
        var accepted = try await take(
            push, app: app.bundleID, request.environment, from: sender)
        accepted.isKnown = isKnown
        return accepted
    }

    /// Checks what the app's credential permits.
    private static func check(_ push: PushRequest, _ app: StoredApp) throws(SenderRefusal) {
        guard let credential = app.credential else { return }
        let method: PushType.Authentication =
            credential.kind == .certificate ? .certificate : .providerToken
        guard push.pushType.traits.authentication.contains(method) else {
            throw SenderRefusal(
                .topicDisallowed,
                because: "\(push.pushType.rawValue) pushes need a "
                    + (method == .certificate ? "key" : "certificate")
                    + " as the credential of \(app.bundleID)")
        }
    }

    /// Checks what is known about the device token.
    ///
    /// - Returns: whether an app or a server has registered the token.
    private func checkToken(
        _ push: PushRequest, app: String, _ environment: APNSEnvironment
    ) async throws -> Bool {
        guard let store = store as? SQLStore else { return false }
        let known = try await store.knownTokens(push.deviceToken)
        let decision = TokenKnowledge.decide(
            known, app: app, environment: environment, type: push.pushType, now: time.now)
        if let number = decision.forgotten { try await store.forgetToken(number, now: time.now) }
        if let refusal = decision.refusal { throw refusal }
        return known.contains { $0.bundleID == app && $0.hasInstallation }
    }

    private func take(
        _ push: PushRequest, app: String, _ environment: APNSEnvironment, from sender: Sender
    ) async throws -> Accepted {
        let now = time.now
        var message = NewMessage(
            id: makeMessageID(), target: .token(push.deviceToken, environment), bundleID: app,
            body: push.body, topic: push.topic, pushType: push.pushType,
            priority: push.usedPriority, collapseID: push.collapseID, expiration: push.expiration,
            deadline: Self.deadline(push.expiration, now: now),
            idempotency: push.id.map { Self.idempotency(push, $0, environment, sender) },
            urgency: push.urgency)
        let id = push.id ?? makeRandom { APNSID.random(using: &$0) }
        // Identifiers are stored in lower case; the response has the sender's spelling.
        message.deliveryID = APNSID(id.text.lowercased())
        var outcome = try await store.accept(message, now: now).outcome
        if outcome == .keyReused {
            // The sender uses one identifier for several notifications, as APNs permits.
            message.idempotency = nil
            outcome = try await store.accept(message, now: now).outcome
        }
        switch outcome {
        case .accepted:
            worker.wake()
            return Accepted(id: id, isNew: true)
        case .replayed: return Accepted(id: id, isNew: false)
        case .keyReused, .noTargets, .tooMany:
            throw SenderRefusal(
                .topicDisallowed, because: "the gateway has no app \(app) any more")
        }
    }

    /// Returns the time after which the gateway no longer tries to send a notification. If the
    /// notification's expiration has already passed, the gateway still tries to send it, because
    /// APNs then makes one attempt.
    private static func deadline(_ expiration: PushExpiration?, now: Date) -> Date {
        guard let expiration else {
            return now.addingTimeInterval(MessageComposer.lifetimeDefaultSeconds)
        }
        let shortest = now.addingTimeInterval(MessageComposer.oneAttemptSeconds)
        let longest = now.addingTimeInterval(TimeInterval(GatewayLimits.lifetimeSecondsMax))
        return min(max(expiration.date ?? shortest, shortest), longest)
    }

    /// Returns the identity of a request with an `apns-id`, so that only one notification is sent
    /// if the sender repeats the request because it got no response.
    private static func idempotency(
        _ push: PushRequest, _ id: APNSID, _ environment: APNSEnvironment, _ sender: Sender
    ) -> Idempotency {
        var hash = SHA256()
        for field in push.headerFields {
            hash.update(data: Array("\(field.name):\(field.value)\n".utf8))
        }
        hash.update(data: push.body)
        let address = SHA256.hash(data: push.deviceToken.bytes + Array(environment.rawValue.utf8))
        return Idempotency(
            scope: "apns " + sender.id,
            key: id.text + " " + Hex.encode(Array(address.prefix(8))),
            fingerprint: Hex.encode(hash.finalize()))
    }
}

extension SenderRefusal {
    /// Makes the refusal that corresponds to a problem of the gateway's API.
    init(_ problem: Problem) {
        let reason: RejectionReason =
            switch problem.kind {
            case .keyMissing: .missingProviderToken
            case .keyUnknown, .keyRevoked: .invalidProviderToken
            case .scopeMissing: .forbidden
            case .tooManyRequests: .tooManyRequests
            case .storageUnavailable: .serviceUnavailable
            case .internalError: .internalServerError
            default: .topicDisallowed
            }
        self.init(reason, because: problem.detail)
    }
}

extension PushRequest {
    /// The priority with which the notification is sent. If the request has none, it is the
    /// priority that APNs assumes, or the push type's usual priority if the push type does not
    /// permit the assumed one.
    fileprivate var usedPriority: PushPriority {
        if let priority { return priority }
        let traits = pushType.traits
        return traits.priorities.contains(.assumedWhenAbsent)
            ? .assumedWhenAbsent : traits.usualPriority
    }

    /// The urgency class to count; `nil` if the notification shows nothing.
    fileprivate var urgency: InterruptionLevel? {
        guard pushType == .alert, let payload = try? Payload(reading: body) else { return nil }
        return payload.aps?.interruptionLevel ?? .active
    }
}
