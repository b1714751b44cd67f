// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// The app's delegate, which records the link of each response.
@MainActor
private final class ShopDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate
{
    private(set) var links: [String?] = []

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        center.setNotificationCategories([
            UNNotificationCategory(identifier: "OFFERS", actions: [], intentIdentifiers: [])
        ])
        application.registerForRemoteNotifications()
        return true
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let payload = PushPayload(response.notification.request.content.userInfo)
        let link = payload.following(response.actionIdentifier).string("link")
        await note(link)
    }

    private func note(_ link: String?) { links.append(link) }
}

private final class OffersController: RichNotificationViewController {
    override var downloader: any MediaDownloader { WebMediaDownloader.local }
    override var nextTitle: String { "Weiter" }
}

/// Makes one controller and gives the test access to it.
@MainActor
private final class Window {
    var controller: OffersController?

    func open() -> OffersController {
        let made = OffersController()
        controller = made
        return made
    }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CarouselFlowTests {
    private let window = Window()

    private func phone() async throws -> ExtensionPhone {
        let window = window
        let edit: @Sendable (inout TestApp) -> Void = {
            var shop = TestApp("com.example.chat") { ShopDelegate() }
            shop.serviceExtension = $0.serviceExtension
            shop.capabilities = $0.capabilities
            shop.contentExtension = { window.open() }
            shop.bundle.contentExtensions = [
                AppBundle.ContentExtension(categories: ["OFFERS"])
            ]
            $0 = shop
        }
        return try await ExtensionPhone(edit: edit) { ExtensionPhone.configuration() }
    }

    private func offers(_ server: MediaServer?) -> JSONObject {
        let pages = ["Table", "Chair", "Lamp"].enumerated().map { index, title -> JSONValue in
            var page: JSONObject = [
                "title": .string(title), "text": "Now cheaper", "button": .string("See \(title)"),
                "link": .string("shop://\(title.lowercased())"),
            ]
            if let server { page["image"] = .string(server.url("/\(index).png")) }
            return .object(page)
        }
        return ["carousel": .array(pages), "link": "shop://all"]
    }

    @Test func `NCE-7, NCE-8: after Next, the carousel's button opens the visible page's link`()
        async throws
    {
        let phone = try await phone()
        let shown = try await phone.push(
            offers(nil), aps: ["alert": "Three offers", "category": "OFFERS"])
        #expect(window.controller == nil, "NCE-1: nothing is loaded before it is expanded")
        try await phone.phone.unlock()
        try await phone.phone.expand(shown)
        let controller = try #require(window.controller)
        #expect(controller.carouselView.titleLabel.text == "Table")
        #expect(controller.carouselView.positionLabel.text == "1/3")
        #expect(
            phone.phone.screen.expanded?.actions.map(\.title) == ["See Table", "Weiter"])

        try await phone.phone.choose(CarouselAction.next.identifier, on: shown)
        #expect(controller.carouselView.titleLabel.text == "Chair")
        #expect(
            phone.phone.screen.expanded?.actions.map(\.title)
                == ["See Chair", "Weiter", "Previous"])
        #expect(phone.app.state?.state != .foreground, "the app is not called")

        try await phone.phone.choose(CarouselAction.open(page: 1).identifier, on: shown)
        #expect(phone.phone.screen.expanded == nil)
        #expect(phone.app.state?.state == .foreground)
        #expect(phone.app.delegate(as: ShopDelegate.self)?.links == ["shop://chair"])
    }

    @Test func `a tap on the notification itself opens its own link`() async throws {
        let phone = try await phone()
        let shown = try await phone.push(
            offers(nil), aps: ["alert": "Three offers", "category": "OFFERS"])
        try await phone.phone.tap(shown)
        #expect(phone.app.delegate(as: ShopDelegate.self)?.links == ["shop://all"])
    }

    @Test func `NCE-9: the carousel shows the pictures that the service extension attached`()
        async throws
    {
        let server = try MediaServer { _ in .file(MediaSample.png, type: "image/png") }
        let phone = try await phone()
        let shown = try await phone.push(
            offers(server), aps: ["alert": "Three offers", "category": "OFFERS"])
        #expect(server.paths.count == 3)
        try await phone.phone.expand(shown)
        let view = try #require(window.controller).carouselView
        #expect(view.imageView.image?.pngData() == Data(MediaSample.png))
        try await phone.phone.choose(CarouselAction.next.identifier, on: shown)
        #expect(view.imageView.image != nil)
        #expect(server.paths.count == 3, "nothing is fetched again")
    }

    @Test func `a picture that is missing is fetched when its page is shown`() async throws {
        let server = try MediaServer { _ in .file(MediaSample.jpeg, type: "image/jpeg") }
        let phone = try await phone()
        let shown = try await phone.push(
            offers(server), aps: ["alert": "Three offers", "category": "OFFERS"])
        let bare = try #require(shown)
        #expect(bare.attachments.count == 3)
        // The store of attachments was emptied in the meantime.
        for attachment in bare.attachments {
            try FileManager.default.removeItem(atPath: attachment.path)
        }
        try await phone.phone.expand(bare)
        let controller = try #require(window.controller)
        await controller.pictureShown()
        #expect(controller.carouselView.imageView.image?.pngData() == Data(MediaSample.jpeg))
        #expect(server.paths.count == 4)
    }

    @Test func `NCE-4: another notification of the thread replaces the expanded one`() async throws
    {
        let phone = try await phone()
        let aps: JSONObject = ["alert": "Offers", "category": "OFFERS", "thread-id": "t"]
        let shown = try await phone.push(offers(nil), aps: aps)
        try await phone.phone.unlock()
        try await phone.phone.expand(shown)
        try await phone.push(["carousel": [["title": "Shelf"]]], aps: aps)
        let controller = try #require(window.controller)
        #expect(controller.carouselView.titleLabel.text == "Shelf")
        #expect(controller.carouselView.positionLabel.text == nil)
        #expect(phone.phone.screen.expanded?.actions == [])
    }

    @Test
    func `NCE-7: without a carousel or map, the alert's texts are shown`()
        async throws
    {
        let phone = try await phone()
        let shown = try await phone.push(
            ["link": "shop://all"],
            aps: ["alert": ["title": "Shop", "body": "Open till ten"], "category": "OFFERS"])
        try await phone.phone.expand(shown)
        let controller = try #require(window.controller)
        #expect(controller.textLabel.text == "Shop\nOpen till ten")
        #expect(controller.shown == .text)
        #expect(controller.carouselView.isHidden)
    }

    @Test func `NCE-1: a map's location is read`() async throws {
        let phone = try await phone()
        let shown = try await phone.push(
            ["map": ["latitude": 52.5, "longitude": 13.4]],
            aps: ["alert": "Your courier", "category": "OFFERS"])
        try await phone.phone.expand(shown)
        let location = try #require(PushMapLocation(latitude: 52.5, longitude: 13.4))
        #expect(try #require(window.controller).shown == .map(location))
    }
}
