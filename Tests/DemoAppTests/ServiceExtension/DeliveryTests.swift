// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation
import OpenUserNotifications
import Synchronization
import Testing

@testable import DemoService

/// What the handler of a service extension was called with.
private final class Handed: Sendable {
    private let stored = Mutex<[String]>([])
    var bodies: [String] { stored.withLock { $0 } }
    func take(_ content: UNNotificationContent) {
        let body = content.body
        stored.withLock { $0.append(body) }
    }
}

private func content(_ body: String) -> UNNotificationContent {
    let content = UNMutableNotificationContent()
    content.body = body
    return content
}

struct DeliveryTests {
    @Test func `a notification is handed over once, with what was changed until then (NSE-9)`() {
        let handed = Handed()
        let delivery = Delivery(content("stand-in")) { handed.take($0) }
        delivery.change { $0.body = "text" }
        delivery.finish()
        delivery.change { $0.body = "too late" }
        delivery.finish()
        #expect(handed.bodies == ["text"])
    }

    @Test func `a notification that everybody forgot is handed over all the same (NSE-6)`() {
        let handed = Handed()
        do { _ = Delivery(content("stand-in")) { handed.take($0) } }
        #expect(handed.bodies == ["stand-in"])
    }

    @Test func `many who finish at once hand over once (NSE-9)`() async {
        let handed = Handed()
        let delivery = Delivery(content("stand-in")) { handed.take($0) }
        await withDiscardingTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    delivery.change { $0.body = "\(number)" }
                    delivery.finish()
                }
            }
        }
        #expect(handed.bodies.count == 1)
    }

    @Test func `a replacement that fails leaves the notification as it is`() {
        struct Refused: Error {}
        let handed = Handed()
        let delivery = Delivery(content("stand-in")) { handed.take($0) }
        delivery.replace { _ in throw Refused() }
        delivery.finish()
        #expect(handed.bodies == ["stand-in"])
    }
}

struct WebDownloadsTests {
    private func response(_ status: Int, _ type: String?) throws -> URLResponse {
        let url = try #require(URL(string: "https://cdn.example.com/a"))
        return try #require(
            HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil,
                headerFields: type.map { ["Content-Type": $0] }))
    }

    @Test(arguments: [("image/jpeg", "jpg"), ("image/png", "png"), ("image/gif", "gif")])
    func `a picture gets the extension of its type (ATT-2)`(
        type: String, fileExtension: String
    ) throws {
        #expect(
            try WebDownloads.check(response(200, type), byteCount: 10_000_000) == fileExtension)
    }

    @Test func `what is no picture, not there or too large is refused (ATT-2)`() throws {
        #expect(throws: WebDownloads.Failure.status(404)) {
            try WebDownloads.check(response(404, "image/png"), byteCount: 1)
        }
        #expect(throws: WebDownloads.Failure.type("text/html")) {
            try WebDownloads.check(response(200, "text/html"), byteCount: 1)
        }
        #expect(throws: WebDownloads.Failure.tooLarge) {
            try WebDownloads.check(response(200, "image/png"), byteCount: 10_000_001)
        }
    }
}
