// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import Testing

struct CarouselModelTests {
    private let pages = [
        CarouselPage(title: "A", link: "shop://a"), CarouselPage(title: "B"),
        CarouselPage(title: "C", link: "shop://c"),
    ]

    @Test func `NCE-7: pages are turned one by one, and not beyond the ends`() throws {
        var carousel = try #require(CarouselModel(pages))
        #expect(carousel.perform(.previous) == .ignored)
        #expect(carousel.perform(.next) == .turned)
        #expect(carousel.perform(.next) == .turned)
        #expect(carousel.perform(.next) == .ignored)
        #expect(carousel.page.title == "C")
        #expect(carousel.perform(.previous) == .turned)
        #expect(carousel.index == 1)
    }

    @Test func `NCE-8: a page without a link has no button`() throws {
        var carousel = try #require(CarouselModel(pages))
        #expect(carousel.actions == [.open(page: 0), .next])
        _ = carousel.perform(.next)
        #expect(carousel.link == nil)
        #expect(carousel.actions == [.next, .previous])
        _ = carousel.perform(.next)
        #expect(carousel.actions == [.open(page: 2), .previous])
        let single = try #require(CarouselModel([CarouselPage(title: "A")]))
        #expect(single.actions == [])
        #expect(CarouselModel([]) == nil)
    }

    @Test func `NCE-7: each page opens its own link`() throws {
        var carousel = try #require(CarouselModel(pages))
        #expect(carousel.perform(.open(page: 2)) == .opens(link: "shop://c"))
        #expect(carousel.perform(.open(page: 1)) == .ignored)
        #expect(carousel.perform(.open(page: 7)) == .ignored)
    }

    @Test(arguments: [.previous, .next, .open(page: 0), .open(page: 9)] as [CarouselAction])
    func `an action is recognized by its identifier`(action: CarouselAction) {
        #expect(CarouselAction(identifier: action.identifier) == action)
    }

    @Test(arguments: [
        "", "REPLY", "bellhop.carousel.", "bellhop.carousel.open", "bellhop.carousel.open.10",
        "bellhop.carousel.open.-1", "bellhop.carousel.open.1.2", "bellhop.carousel.close",
        "com.apple.UNNotificationDefaultActionIdentifier",
    ])
    func `another identifier is not recognized as an action of the carousel`(identifier: String) {
        #expect(CarouselAction(identifier: identifier) == nil)
    }

    private let payload = PushPayload([
        "link": "shop://all", "deepLink": "shop://old",
        "carousel": [["title": "A", "link": "shop://a"], ["title": "B"]],
    ])

    @Test func `the payload for the app has the link of the page whose button was chosen`() {
        let followed = payload.following("bellhop.carousel.open.0")
        #expect(followed.string(anyOf: PayloadKeys().link) == "shop://a")
        #expect(followed.string("carousel.0") == nil)
    }

    @Test(arguments: [
        "bellhop.carousel.open.1", "bellhop.carousel.open.5", "bellhop.carousel.next", "REPLY",
    ])
    func `other actions leave the notification's own link unchanged`(identifier: String) {
        #expect(payload.following(identifier) == payload)
        #expect(PushPayload([:]).following(identifier) == PushPayload([:]))
    }

    @Test(
        arguments: [
            (.null, 0), ("x", 0), ([], 0), ([1, "x", nil], 0), ([["title": 1], [:]], 2),
            (.array(Array(repeating: [:], count: 50)), CarouselPage.pageCountMax),
        ] as [(JSONValue, Int)])
    func `values that are not pages are skipped, and the number of pages is limited`(
        value: JSONValue, count: Int
    ) {
        #expect(CarouselPage.pages(of: PushPayload(["carousel": value])).count == count)
    }
}

struct MapLocationTests {
    @Test func `a location is read with the size of the shown area, or with the default size`()
        throws
    {
        let location = try #require(
            PushMapLocation(
                PushPayload([
                    "map": [
                        "latitude": 52.52, "longitude": 13, "meters": 800, "title": "Courier",
                    ]
                ])))
        #expect(
            location
                == PushMapLocation(latitude: 52.52, longitude: 13, meters: 800, title: "Courier"))
        let short = PushMapLocation(PushPayload(["map": ["latitude": 1, "longitude": 2]]))
        #expect(short?.meters == PushMapLocation.metersDefault)
    }

    @Test(arguments: [(-5.0, 100.0), (1e12, 2_000_000), (.infinity, 2_000_000)])
    func `the size of the shown area has a minimum and a maximum`(meters: Double, shown: Double) {
        #expect(PushMapLocation(latitude: 0, longitude: 0, meters: meters)?.meters == shown)
    }

    @Test(arguments: [
        JSONValue.null, "x", [:], ["latitude": 1], ["latitude": 91, "longitude": 0],
        ["latitude": 0, "longitude": -181], ["latitude": "1", "longitude": "2"],
    ])
    func `invalid coordinates are not a location`(value: JSONValue) {
        #expect(PushMapLocation(PushPayload(["map": value])) == nil)
        #expect(RichContent(PushPayload(["map": value])) == .text)
    }

    @Test func `a carousel has priority over a map`() throws {
        let payload = PushPayload([
            "map": ["latitude": 1, "longitude": 2], "carousel": [["title": "A"]],
        ])
        #expect(RichContent(payload) == .carousel(try #require(CarouselModel(payload))))
    }
}
