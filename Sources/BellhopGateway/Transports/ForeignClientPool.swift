// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import FCM
import GatewayModel
import Synchronization
import WebPush

/// Sends notifications with one client for each credential. A client keeps its access token or its
/// VAPID tokens, and is created when it is first needed.
final class ForeignClientPool: ForeignSending {
    /// The maximum number of clients. When it is reached, all clients are removed and created again
    /// when they are needed.
    static let clientsMax = 10_000
    /// The maximum time for one attempt, including the request for a new access token. It is
    /// shorter than the lease of a delivery.
    static let timeout = Duration.seconds(15)

    private enum Client: Sendable {
        case fcm(FCMClient)
        case webPush(WebPushClient)
        /// The credential cannot be used.
        case unusable
    }

    let fcmOrigin: FCMOrigin
    private let fcmExchange: any HTTPExchanging
    private let webPushExchange: any HTTPExchanging
    private let time: TimeSource
    private let onShutdown: @Sendable () async -> Void
    private let clients = Mutex<[String: Client]>([:])

    /// - Parameters:
    ///   - onShutdown: closes the connections.
    init(
        fcmOrigin: FCMOrigin, fcm: any HTTPExchanging, webPush: any HTTPExchanging,
        time: TimeSource, onShutdown: @escaping @Sendable () async -> Void = {}
    ) {
        self.fcmOrigin = fcmOrigin
        fcmExchange = fcm
        webPushExchange = webPush
        self.time = time
        self.onShutdown = onShutdown
    }

    func send(
        _ content: ForeignContent, to address: ForeignAddress, with credential: ProviderCredential
    ) async -> ForeignOutcome {
        await withTaskGroup(of: ForeignOutcome?.self) { group in
            group.addTask { await self.attempt(content, address, credential) }
            group.addTask { [time] in
                do { try await time.sleep(for: Self.timeout) } catch { return nil }
                return .late
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .late
        }
    }

    func shutdown() async { await onShutdown() }

    private func attempt(
        _ content: ForeignContent, _ address: ForeignAddress, _ credential: ProviderCredential
    ) async -> ForeignOutcome {
        switch client(for: credential) {
        case .fcm(let client):
            guard let recipient = address.fcmAddress,
                var message = content.fcmMessage(now: time.now)
            else { return .impossible }
            message.address = recipient
            return ForeignOutcome(await client.send(message))
        case .webPush(let client):
            guard let subscription = address.subscription,
                let message = content.webPushMessage(
                    navigate: credential.facts.navigate ?? subscription.origin, now: time.now)
            else { return .impossible }
            return ForeignOutcome(await client.send(message, to: subscription))
        case .unusable: return ForeignOutcome(.credentialRejected, reason: "bad_credential")
        }
    }

    private func client(for credential: ProviderCredential) -> Client {
        clients.withLock { clients in
            let name = credential.identity + " " + (fcmOrigin.text ?? "")
            if let known = clients[name] { return known }
            if clients.count >= Self.clientsMax { clients.removeAll() }
            let client = make(credential)
            clients[name] = client
            return client
        }
    }

    private func make(_ credential: ProviderCredential) -> Client {
        switch credential.transport {
        case .fcm:
            guard
                let account = try? ServiceAccount(
                    json: Array(credential.secret.utf8), tokenAddress: fcmOrigin.tokenAddress)
            else { return .unusable }
            return .fcm(
                FCMClient(
                    account: account, origin: fcmOrigin.text ?? FCMMessage.googleOrigin,
                    time: time, exchange: fcmExchange))
        case .webPush:
            guard let key = VAPIDKey(text: credential.secret),
                let subject = credential.facts.subject
            else { return .unusable }
            return .webPush(
                WebPushClient(key: key, subject: subject, time: time, exchange: webPushExchange))
        case .apns: return .unusable
        }
    }
}

extension ForeignOutcome {
    /// There was no response in time.
    fileprivate static var late: ForeignOutcome {
        var outcome = ForeignOutcome(.unavailable, reason: "no_answer")
        outcome.mayHaveBeenProcessed = true
        outcome.failure = "there was no response in time"
        return outcome
    }

    fileprivate static var impossible: ForeignOutcome {
        ForeignOutcome(.messageRejected, reason: notPossible)
    }
}
