// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import OpenUserNotifications
import Simulation
import Synchronization
import Testing

private class Service: UNNotificationServiceExtension {
    var handler: ((UNNotificationContent) -> Void)?
    var best: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        handler = contentHandler
        best = request.content.mutableCopy() as? UNMutableNotificationContent
        best?.body += " (decrypted)"
        work()
    }

    func work() { deliver() }

    func deliver() {
        if let best { handler?(best) }
    }
}

private final class TwiceService: Service {
    override func work() {
        deliver()
        best?.body = "again"
        deliver()
    }
}

private final class LateService: Service {
    override func work() {}
    override func serviceExtensionTimeWillExpire() {
        best?.body += " (late)"
        deliver()
    }
}

private final class MessageService: Service {
    override func work() {
        let sender = INPerson(
            personHandle: INPersonHandle(value: "ann", type: .unknown), nameComponents: nil,
            displayName: "Ann", image: nil, contactIdentifier: nil, customIdentifier: nil)
        let intent = INSendMessageIntent(
            recipients: nil, outgoingMessageType: .outgoingMessageText, content: "Hi",
            speakableGroupName: nil, conversationIdentifier: "c", serviceName: nil, sender: sender,
            attachments: nil)
        if let updated = try? best?.updating(from: intent) { handler?(updated) }
    }
}

private let mutableJSON = #"{"aps":{"alert":{"title":"Ann","body":"x"},"mutable-content":1}}"#

private func app(
    _ make: @escaping @Sendable () -> UNNotificationServiceExtension,
    edit: (inout InstalledApp) -> Void = { _ in }
) async throws -> AppUnderTest {
    var parts = ApplicationCode.Parts()
    parts.serviceExtension = make
    return try await AppUnderTest(.suspended, parts: parts, edit: edit)
}

@Test func `NSE-1: the extension's content is shown`() async throws {
    let test = try await app { Service() }
    await test.phone.receive(try test.push(mutableJSON))
    #expect(test.system.delivered.map(\.body) == ["x (decrypted)"])
}

@Test func `NSE-9: the second call of the handler does nothing`() async throws {
    let test = try await app { TwiceService() }
    await test.phone.receive(try test.push(mutableJSON))
    #expect(test.system.delivered.map(\.body) == ["x (decrypted)"])
}

@Test func `NSE-5: an extension that is notified of the end of its time delivers its best attempt`()
    async throws
{
    let test = try await app { LateService() }
    let push = try test.push(mutableJSON)
    async let arrival = test.phone.receive(push)
    while !test.phone.waitsForCode { await Task.yield() }
    await test.phone.settled(withCode: false)
    test.clock.advance(by: .seconds(31))
    await test.phone.tick()
    _ = await arrival
    #expect(test.system.delivered.map(\.body) == ["x (decrypted) (late)"])
}

@Test func `NSE-15: content updated from a message intent becomes a communication notification`()
    async throws
{
    let test = try await app({ MessageService() }) { $0.capabilities.communication = true }
    await test.phone.receive(try test.push(mutableJSON))
    #expect(test.system.delivered.first?.communication?.senderName == "Ann")
}

@Test func `NSE-15: an intent without people and a type of the app's own are refused`() {
    let content = UNMutableNotificationContent()
    let nobody = INSendMessageIntent(
        recipients: nil, outgoingMessageType: .unknown, content: nil, speakableGroupName: nil,
        conversationIdentifier: nil, serviceName: nil, sender: nil, attachments: nil)
    #expect(throws: UNError(.contentProvidingInvalid)) { try content.updating(from: nobody) }
    final class Own: NSObject, UNNotificationContentProviding {}
    #expect(throws: UNError(.contentProvidingObjectNotAllowed)) {
        try content.updating(from: Own())
    }
}
