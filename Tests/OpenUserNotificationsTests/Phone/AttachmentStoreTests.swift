// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import OpenUserNotifications
import Simulation
import Testing

/// A folder with one picture that exists for the duration of a test.
private final class Picture {
    let folder: URL
    let url: URL

    init(in name: String = "") throws {
        let unique = "bellhop-test-\(UUID().uuidString)"
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(unique)
        let parent = name.isEmpty ? folder : folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        url = parent.appendingPathComponent("photo.png")
        try Data([1, 2, 3]).write(to: url)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    func request(_ options: [AnyHashable: Any]? = nil) throws -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.body = "Look"
        content.attachments = [
            try UNNotificationAttachment(identifier: "photo", url: url, options: options)
        ]
        return UNNotificationRequest(
            identifier: "look", content: content,
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false))
    }
}

@Test(arguments: [("", false), ("Chat.bundle", true), ("Chat_Chat.resources", true)])
func `T147, T202, ATT-5: a file is moved into the store, and one of the app's bundle is copied`(
    place: String, stays: Bool
) async throws {
    let test = try await AppUnderTest()
    let picture = try Picture(in: place)
    try await test.center.add(try picture.request())
    #expect(picture.exists == stays)
    let stored = try #require(
        await test.center.pendingNotificationRequests().first?.content.attachments.first)
    #expect(
        stored.url != picture.url && stored.identifier == "photo" && stored.type == "public.png")
    #expect(try Data(contentsOf: stored.url) == Data([1, 2, 3]))
}

@Test func `ATT-5: a file outside of the app's folders is never moved`() {
    let store = AttachmentStore(container: URL(fileURLWithPath: "/srv/group"))
    for path in ["/srv/project/Fixtures/photo.png", "/srv/groups/photo.png", "/srv/group"] {
        #expect(!store.isTheAppsOwn(URL(fileURLWithPath: path)))
    }
    #expect(store.isTheAppsOwn(URL(fileURLWithPath: "/srv/group/photo.png")))
}

@Test func `ATT-6: an attachment read back can be opened as a security-scoped file`() async throws {
    let test = try await AppUnderTest(.suspended)
    let picture = try Picture()
    try await test.center.add(try picture.request())
    test.clock.advance(by: .seconds(60))
    await test.phone.tick()
    await test.phone.settled()
    let shown = try #require(await test.center.deliveredNotifications().first)
    let url = try #require(shown.request.content.attachments.first).url
    #expect(url.startAccessingSecurityScopedResource())
    #expect(try Data(contentsOf: url) == Data([1, 2, 3]))
    url.stopAccessingSecurityScopedResource()
    // ATT-7: the file is removed with its notification.
    test.center.removeAllDeliveredNotifications()
    #expect(!FileManager.default.fileExists(atPath: url.path))
}

@Test func `ATT-4: a request that is refused leaves the file in its location`() async throws {
    let test = try await AppUnderTest(authorization: .denied)
    let picture = try Picture()
    let request = try picture.request()
    let error = await #expect(throws: UNError.self) { try await test.center.add(request) }
    #expect(error?.code == .notificationsNotAllowed)
    #expect(picture.exists)
}

@Test func `ATT-1, ATT-4: a file that no longer exists makes the request fail`() async throws {
    let test = try await AppUnderTest()
    let picture = try Picture()
    let request = try picture.request()
    try FileManager.default.removeItem(at: picture.url)
    let error = await #expect(throws: UNError.self) { try await test.center.add(request) }
    #expect(error?.code == .attachmentInvalidURL)
    #expect(await test.center.pendingNotificationRequests().isEmpty)
}

@Test func `ATT-7: without room in the store, a request with an attachment is refused`()
    async throws
{
    let test = try await AppUnderTest()
    test.phone.update { $0.choices.attachmentMegabytesMax = 0 }
    let picture = try Picture()
    let request = try picture.request()
    let error = await #expect(throws: UNError.self) {
        try await test.center.add(request)
    }
    #expect(error?.code == .attachmentMoveIntoDataStoreFailed)
    #expect(picture.exists)
}

@Test func `ATT-8: the thumbnail options of an attachment reach the phone and can be read`()
    async throws
{
    let test = try await AppUnderTest()
    let picture = try Picture()
    let rect: [String: Any] = ["X": 0.25, "Y": 0, "Width": 0.5, "Height": 1]
    try await test.center.add(
        try picture.request([
            UNNotificationAttachmentOptionsThumbnailHiddenKey: true,
            UNNotificationAttachmentOptionsThumbnailClippingRectKey: rect,
            UNNotificationAttachmentOptionsThumbnailTimeKey: 12,
        ]))
    let stored = try #require(test.system.pending.first?.request.content.attachments.first)
    #expect(stored.isThumbnailHidden)
    #expect(
        stored.thumbnailClipping == .init(x: 0.25, y: 0, width: 0.5, height: 1))
    #expect(stored.thumbnailTime == 12)
    let pending = try #require(await test.center.pendingNotificationRequests().first)
    #expect(pending.content.attachments.first?.record.options.count == 3)
}

@Test(arguments: [(0.5, 0.6), (0.0, 0.0), (-0.1, 0.5), (0.0, 1.1)])
func `ATT-8: a clipping rectangle that is not inside the picture is ignored`(
    x: Double, width: Double
) {
    #expect(NotificationAttachment.Clipping(x: x, y: 0, width: width, height: 1) == nil)
}

private final class PictureService: UNNotificationServiceExtension {
    let url: URL
    init(_ url: URL) { self.url = url }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent,
            let attachment = try? UNNotificationAttachment(identifier: "p", url: url)
        else { return }
        content.attachments = [attachment]
        contentHandler(content)
    }
}

@Test func `ATT-5: a file that the service extension attaches is moved, too`() async throws {
    let picture = try Picture()
    let url = picture.url
    var parts = ApplicationCode.Parts()
    parts.serviceExtension = { PictureService(url) }
    let test = try await AppUnderTest(.suspended, parts: parts)
    await test.phone.receive(try test.push(#"{"aps":{"alert":"x","mutable-content":1}}"#))
    #expect(!picture.exists)
    let shown = try #require(await test.center.deliveredNotifications().first)
    let stored = try #require(shown.request.content.attachments.first).url
    #expect(try Data(contentsOf: stored) == Data([1, 2, 3]))
}
