// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Crypto
import Foundation
import Testing

// MARK: The app

/// Opens encrypted messages. Getting the key may take long.
final class DecryptingService: UNNotificationServiceExtension {
    private let findKey: @Sendable () async -> SymmetricKey?
    private var delivery: ContentDelivery?
    private var work: Task<Void, Never>?

    init(findKey: @escaping @Sendable () async -> SymmetricKey?) {
        self.findKey = findKey
        super.init()
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let delivery = ContentDelivery(request.content, contentHandler)
        let secret = request.content.userInfo["secret"] as? String ?? ""
        self.delivery = delivery
        work = Task { [findKey] in
            guard let key = await findKey() else { return delivery.deliver(nil) }
            delivery.deliver(DecryptingService.open(secret, with: key))
        }
    }

    override func serviceExtensionTimeWillExpire() {
        delivery?.deliver(nil)
        work?.cancel()
    }

    private static func open(_ secret: String, with key: SymmetricKey) -> String? {
        guard let data = Data(base64Encoded: secret),
            let box = try? AES.GCM.SealedBox(combined: data),
            let clear = try? AES.GCM.open(box, using: key)
        else { return nil }
        return String(decoding: clear, as: UTF8.self)
    }
}

/// Delivers the notification to the system once.
///
/// `@unchecked Sendable` is correct because `handler` is read and written only while `lock` is
/// held, and `original` is never changed.
final class ContentDelivery: @unchecked Sendable {
    private let lock = NSLock()
    private let original: UNNotificationContent
    private var handler: ((UNNotificationContent) -> Void)?

    init(
        _ original: UNNotificationContent, _ handler: @escaping (UNNotificationContent) -> Void
    ) {
        self.original = original
        self.handler = handler
    }

    /// Delivers the notification with the text, or unchanged.
    func deliver(_ text: String?) {
        let handler = lock.withLock {
            defer { self.handler = nil }
            return self.handler
        }
        guard let text, let content = original.mutableCopy() as? UNMutableNotificationContent
        else { return handler?(original) ?? () }
        content.body = text
        handler?(content)
    }
}

// MARK: Its tests

struct EncryptedMessage {
    private let key = SymmetricKey(size: .bits256)

    /// A locked phone, and a push whose text only the service extension can read.
    private func phone(
        findKey: @escaping @Sendable () async -> SymmetricKey?
    ) async throws -> (TestPhone, push: String) {
        var chat = TestApp("com.example.chat")
        chat.launch = { UIApplication.shared.registerForRemoteNotifications() }
        chat.serviceExtension = { DecryptingService(findKey: findKey) }
        let phone = try await TestPhone()
        let app = try await phone.install(chat)
        try await phone.perform(.setAuthorization(bundleID: app.bundleID, .authorized))
        try await phone.launch(app)
        try await phone.lock()
        let secret = try #require(
            try AES.GCM.seal(Data("Meet me at six".utf8), using: key).combined)
        let push = """
            {"aps":{"alert":"New message","mutable-content":1},
             "secret":"\(secret.base64EncodedString())"}
            """
        return (phone, push)
    }

    @Test func `with the key the text is shown`() async throws {
        let (phone, push) = try await phone { [key] in key }
        try await phone.push(push)
        #expect(phone.screen.lockScreen.map(\.body) == ["Meet me at six"])
    }

    @Test func `with another key the visible text is shown`() async throws {
        let (phone, push) = try await phone { SymmetricKey(size: .bits256) }
        try await phone.push(push)
        #expect(phone.screen.lockScreen.map(\.body) == ["New message"])
    }

    @Test(.timeLimit(.minutes(30)))
    func `when the key is not available in time the visible text is shown, after 30 seconds`()
        async throws
    {
        let (never, _) = AsyncStream.makeStream(of: SymmetricKey.self)
        let (phone, push) = try await phone { await never.first { _ in true } }
        let start = phone.clock.now
        try await phone.push(push, waiting: .seconds(30))
        #expect(phone.screen.lockScreen.map(\.body) == ["New message"])
        let expiry = phone.trace.first { $0.name == "serviceExtensionTimeWillExpire()" }
        #expect(expiry?.time.timeIntervalSince(start) == 30)
    }
}
