// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

@testable import DemoApp

private let silentPush = #"{"aps":{"content-available":1},"refresh":"inbox"}"#

/// A message whose push never arrived.
private let message = DeviceMessage(
    id: "m-1",
    payload: [
        "aps": ["alert": ["title": "Mia", "body": "Hi"]],
        "conversation": ["id": "c-1", "sender": "u-1", "sender_name": "Mia"],
    ], sentAt: Date(timeIntervalSince1970: 1_767_225_600))

@MainActor
struct RefreshTests {
    private struct Unreachable: Error {}

    private func start() async throws -> CornerPhone {
        let corner = try await CornerPhone()
        try await corner.launch()
        try await corner.phone.goHome()
        return corner
    }

    /// The app's results for its silent pushes, oldest first.
    private func results(_ corner: CornerPhone) -> [String] {
        corner.phone.trace.filter { $0.name.contains("didReceiveRemoteNotification") }
            .compactMap { $0.detail?.components(separatedBy: " → ").last }
    }

    @Test(.timeLimit(.minutes(30)))
    func `SIL-12: a silent push makes the app fetch, and returns the result of the fetch`()
        async throws
    {
        let corner = try await start()
        await corner.backend.add(message)
        try await corner.push(silentPush)
        #expect(corner.delegate?.chat.conversation("c-1")?.unreadCount == 1)
        #expect(corner.app.badge == 1)
        try await corner.push(silentPush)
        await corner.backend.fail(with: Unreachable())
        try await corner.push(silentPush)
        #expect(results(corner) == ["new-data", "no-data", "failed"])
    }

    @Test(.timeLimit(.minutes(30)))
    func `the app requests background refresh when it leaves the screen, and is woken for it`()
        async throws
    {
        let corner = try await start()
        let request = try #require(corner.app.state?.refreshRequests.first)
        #expect(request.id == AppDelegate.refreshTask)
        await corner.backend.add(message)
        await corner.phone.advance(by: .seconds(4 * 3_600 + 1))
        #expect(corner.delegate?.chat.conversation("c-1")?.unreadCount == 1)
        #expect(corner.app.state?.refreshRequests.count == 1, "the next refresh is requested")
    }
}
