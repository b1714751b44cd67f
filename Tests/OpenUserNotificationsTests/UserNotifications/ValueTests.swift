// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenUserNotifications
import Testing

private func sampleContent() -> UNMutableNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = "Title"
    content.subtitle = "Subtitle"
    content.body = "Body"
    content.badge = 3
    content.sound = .criticalSoundNamed(UNNotificationSoundName("a.wav"), withAudioVolume: 2)
    content.userInfo = ["list": [1, 2.5, true, "x"], "none": NSNull(), "data": Data([1, 2])]
    content.interruptionLevel = .timeSensitive
    content.threadIdentifier = "thread"
    return content
}

@Test func `new content has Apple's default values`() {
    let content = UNNotificationContent()
    #expect(content.title.isEmpty && content.subtitle.isEmpty && content.body.isEmpty)
    #expect(content.badge == nil && content.sound == nil)
    #expect(content.attachments.isEmpty && content.userInfo.isEmpty)
    #expect(content.targetContentIdentifier == nil && content.filterCriteria == nil)
    #expect(content.interruptionLevel == .active)
    #expect(content.relevanceScore == 0)
}

@Test func `a request copies its content`() {
    let content = sampleContent()
    let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
    content.title = "Changed"
    #expect(request.content.title == "Title")
    #expect(!(request.content is UNMutableNotificationContent))
}

@Test func `equal values are equal objects with equal hashes`() {
    let (a, b) = (sampleContent(), sampleContent())
    #expect(a == b && a.hash == b.hash && a !== b)
    #expect(a.copy() as? UNNotificationContent == b)
    b.body = "Other"
    #expect(a != b)
    let categories: Set = [
        UNNotificationCategory(identifier: "A", actions: [], intentIdentifiers: []),
        UNNotificationCategory(identifier: "A", actions: [], intentIdentifiers: []),
    ]
    #expect(categories.count == 1)
}

@Test func `a request is unchanged after it is archived and unarchived`() throws {
    var components = DateComponents()
    components.hour = 9
    let request = UNNotificationRequest(
        identifier: "a", content: sampleContent(),
        trigger: UNCalendarNotificationTrigger(dateMatching: components, repeats: true))
    let data = try NSKeyedArchiver.archivedData(
        withRootObject: request, requiringSecureCoding: true)
    let restored = try NSKeyedUnarchiver.unarchivedObject(
        ofClass: UNNotificationRequest.self, from: data)
    #expect(restored == request)
    #expect(restored?.trigger is UNCalendarNotificationTrigger)
}

@Test func `user information contains only values that a property list can contain`() {
    let content = UNMutableNotificationContent()
    content.userInfo = ["a": 1, "object": NSObject(), 5: "number as key", "url": "x"]
    #expect(Set(content.userInfo.keys) == ["a", "url"])
    #expect(sampleContent().userInfo["list"] as? [AnyHashable] != nil)
    #expect(sampleContent().userInfo["data"] as? Data == Data([1, 2]))
}

@Test func `a text action created by the inherited initializer is a text action`() {
    let action = UNTextInputNotificationAction(identifier: "R", title: "Reply", options: [])
    let category = UNNotificationCategory(
        identifier: "C", actions: [action], intentIdentifiers: [])
    #expect(category.actions.first is UNTextInputNotificationAction)
    #expect(category.actions == [action])
}

@Test func `a volume stays between 0 and 1`() {
    #expect(sampleContent().sound?.record.volume == 1)
    #expect(UNNotificationSound.defaultCriticalSound(withAudioVolume: -1).record.volume == 0)
}

@Test func `errors match by code, as UNError and as NSError`() {
    func name(_ error: any Error) -> String {
        switch error {
        case UNError.notificationsNotAllowed: "not allowed"
        case UNError.badgeInputInvalid: "badge"
        default: "other"
        }
    }
    #expect(name(UNError(.badgeInputInvalid)) == "badge")
    #expect(name(NSError(domain: UNErrorDomain, code: 1)) == "not allowed")
    #expect(name(NSError(domain: "x", code: 1)) == "other")
    #expect((UNError(.attachmentCorrupt) as NSError).code == 105)
    #expect(UNError(_nsError: NSError(domain: UNErrorDomain, code: 1401)).code.rawValue == 1401)
}

@Test(arguments: [
    ("missing.png", nil, 0, UNError.Code.attachmentInvalidURL),
    ("file.xyz", nil, 10, UNError.Code.attachmentUnrecognizedType),
    ("file.png", "public.unknown", 10, UNError.Code.attachmentUnrecognizedType),
    ("big.wav", nil, 5_242_881, UNError.Code.attachmentInvalidFileSize),
])
func `ATT-1, ATT-2, ATT-3: a file that cannot be attached is refused`(
    name: String, hint: String?, byteCount: Int, code: UNError.Code
) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent(name)
    if byteCount > 0 { try Data(count: byteCount).write(to: url) }
    let options = hint.map { [UNNotificationAttachmentOptionsTypeHintKey: $0] }
    let error = #expect(throws: UNError.self) {
        try UNNotificationAttachment(identifier: "a", url: url, options: options)
    }
    #expect(error?.code == code)
    let good = folder.appendingPathComponent("good.GIF")
    try Data(count: 1).write(to: good)
    let attachment = try UNNotificationAttachment(identifier: "", url: good)
    #expect(attachment.type == "com.compuserve.gif" && !attachment.identifier.isEmpty)
}

@Test func `a circular region contains the points inside it`() {
    let center = CLLocationCoordinate2D(latitude: 52.52, longitude: 13.405)
    let region = CLCircularRegion(center: center, radius: 1_000, identifier: "Berlin")
    #expect(region.contains(center))
    #expect(region.contains(CLLocationCoordinate2D(latitude: 52.528, longitude: 13.405)))
    #expect(!region.contains(CLLocationCoordinate2D(latitude: 52.53, longitude: 13.405)))
    #expect(region.notifyOnEntry && region.notifyOnExit)
}
