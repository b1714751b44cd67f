import BellhopKit
import BellhopTesting
import PostcardPush
import Testing

/// The app on a virtual iPhone: no Mac, no device, no Apple account.
@MainActor
struct PostcardTests {
    let phone: TestPhone
    let app: AppUnderTest

    init() async throws {
        phone = try await TestPhone()
        app = try await phone.install(
            TestApp("dev.bellhop.postcard", name: "Postcard") { AppDelegate() })
        try await phone.setPermission(.authorized, for: app)
        try await phone.launch(app)
    }

    private var delegate: AppDelegate? { app.delegate() }
    private let push = """
        {"aps":{"alert":"A letter from Rome","category":"LETTERS"},"message_id":"m1",
         "letter":"rome","text":"Sunny!"}
        """

    @Test func `a tap that starts the app leads to the letter`() async throws {
        try await phone.forceQuit(app)
        try await phone.lock()
        try await phone.push(push)
        #expect(phone.screen.lockScreen.map(\.body) == ["A letter from Rome"])

        try await phone.tap()
        #expect(delegate?.router.take() == .letter(id: "rome"))
        #expect(delegate?.mailbox.received.map(\.text) == ["Sunny!"])
    }

    @Test func `a reply to a letter is sent from the lock screen`() async throws {
        try await phone.goHome()
        try await phone.suspend(app)
        try await phone.lock()
        try await phone.push(push)
        try await phone.choose("THANK", text: "Lovely!")
        #expect(delegate?.mailbox.thanks == ["rome": "Lovely!"])
        #expect(phone.screen.isLocked)
    }
}
