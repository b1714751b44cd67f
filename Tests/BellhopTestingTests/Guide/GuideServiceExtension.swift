// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Testing

// The blocks between the markers appear verbatim in docs/guide/testing.md.

// guide: extension-app
/// Finds the key for a message and opens it, with your own cryptography.
protocol MessageOpening: Sendable {
    func open(_ box: String) async throws -> String
}

/// Carries the handler into a task. This is safe: iOS accepts a call on any thread, and only the
/// first call counts.
struct Handler: @unchecked Sendable {
    let deliver: (UNNotificationContent) -> Void
}

final class DecryptingService: UNNotificationServiceExtension {
    private let messages: any MessageOpening
    private var handler: Handler?
    private var original: UNNotificationContent?
    private var work: Task<Void, Never>?

    init(messages: any MessageOpening) {
        self.messages = messages
        super.init()
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let (content, handler) = (request.content, Handler(deliver: contentHandler))
        (self.handler, original) = (handler, content)
        work = Task { [messages] in
            guard let box = content.userInfo["box"] as? String,
                let text = try? await messages.open(box),
                let opened = content.mutableCopy() as? UNMutableNotificationContent
            else { return handler.deliver(content) }
            opened.body = text
            handler.deliver(opened)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        if let original { handler?.deliver(original) }
        work?.cancel()
    }
}
// guide: end

// guide: extension-tests
/// Reverses the text, so that a test sees whether it was opened.
struct Reversed: MessageOpening {
    func open(_ box: String) async throws -> String { String(box.reversed()) }
}

/// Never receives its key.
struct Hanging: MessageOpening {
    func open(_ box: String) async throws -> String {
        let (never, _) = AsyncStream.makeStream(of: String.self)
        return await never.first { _ in true } ?? ""
    }
}

struct ServiceExtension {
    let push = #"{"aps":{"alert":"New message","mutable-content":1},"box":"xis ta teeM"}"#

    func lockedPhone(
        _ messages: any MessageOpening
    ) async throws -> (TestPhone, AppUnderTest) {
        var chat = TestApp("com.example.chat")
        chat.launch = { UIApplication.shared.registerForRemoteNotifications() }
        chat.serviceExtension = { DecryptingService(messages: messages) }
        let phone = try await TestPhone()
        let app = try await phone.install(chat)
        try await phone.setPermission(.authorized, for: app)
        try await phone.launch(app)
        try await phone.lock()
        return (phone, app)
    }

    @Test func `the decrypted text is shown on the lock screen`() async throws {
        let (phone, _) = try await lockedPhone(Reversed())
        try await phone.push(push)
        #expect(phone.screen.lockScreen.map(\.body) == ["Meet at six"])
    }

    @Test func `an extension that hangs is notified after 30 s, and the visible text is shown`()
        async throws
    {
        let (phone, app) = try await lockedPhone(Hanging())
        let start = phone.clock.now
        try await phone.push(push, waiting: .seconds(30))
        #expect(phone.screen.lockScreen.map(\.body) == ["New message"])
        let call = try #require(app.trace.first { $0.rule == "NSE-5" })
        #expect(call.name == "serviceExtensionTimeWillExpire()")
        #expect(call.time.timeIntervalSince(start) == 30)
    }

    @Test func `after a crash the original content is shown`() async throws {
        let (phone, app) = try await lockedPhone(Reversed())
        app.failNextServiceExtension(.crashed("index out of range"))
        try await phone.push(push)
        #expect(phone.screen.lockScreen.map(\.body) == ["New message"])
    }
}
// guide: end
