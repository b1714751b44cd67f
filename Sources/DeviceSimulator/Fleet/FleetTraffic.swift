// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel

/// The pushes to a phone of a fleet, and the requests that its app schedules.
public struct FleetTraffic: Sendable {
    /// The maximum number of pushes or requests a day; further pushes or requests are left out.
    /// Bellhop chose this number.
    public static let countPerDayMax = 10_000

    /// One kind of push.
    public struct Push: Sendable {
        public let body: [UInt8]
        public let pushType: PushType
        public let priority: PushPriority
        /// Whether each push of this kind replaces the previous one.
        public let collapses: Bool
        /// The frequency of this kind in proportion to the other kinds.
        public let weight: Int
        let payload: ReadPayload

        /// - Parameters:
        ///   - json: The payload.
        ///   - weight: If the value is below 1, the kind never occurs.
        /// - Throws: `PayloadError` when `json` is not a JSON object.
        public init(
            _ json: String, pushType: PushType = .alert, priority: PushPriority = .immediate,
            collapses: Bool = false, weight: Int = 1
        ) throws(PayloadError) {
            body = Array(json.utf8)
            payload = try ReadPayload(reading: body)
            self.pushType = pushType
            self.priority = priority
            self.collapses = collapses
            self.weight = max(0, weight)
        }
    }

    /// The number of pushes that each phone receives a day, at random times.
    public var pushesPerDay: Int
    /// The number of local notifications that each app schedules every day, at midnight.
    public var requestsPerDay: Int
    public var pushes: [Push]
    /// The contents of the app's local notifications, which are used in turn.
    public var contents: [NotificationContent]

    /// - Parameters:
    ///   - pushes: The kinds of push. The default is ``usual``.
    ///   - contents: The contents of the local notifications. The default is ``reminders``.
    public init(
        pushesPerDay: Int = 20, requestsPerDay: Int = 5, pushes: [Push] = FleetTraffic.usual,
        contents: [NotificationContent] = FleetTraffic.reminders
    ) {
        self.pushesPerDay = min(max(0, pushesPerDay), Self.countPerDayMax)
        self.requestsPerDay = min(max(0, requestsPerDay), Self.countPerDayMax)
        self.pushes = pushes
        self.contents = contents
    }

    /// The kinds of push that a chat app receives: messages, offers, urgent notices, silent pushes
    /// and others.
    public static var usual: [Push] {
        // The tests check that all of these texts are payloads; an invalid text would be left out
        // here.
        kinds.compactMap { json, type, priority, collapses, weight in
            try? Push(
                json, pushType: type, priority: priority, collapses: collapses, weight: weight)
        }
    }

    static let kinds: [(String, PushType, PushPriority, collapses: Bool, weight: Int)] = [
        (
            #"{"aps":{"alert":{"title":"Alex","body":"Can you ship the build before standup?"},"#
                + #""sound":"default","badge":3,"thread-id":"chat-7","category":"MESSAGE"},"#
                + #""conversation":7}"#, .alert, .immediate, false, 8
        ),
        (
            #"{"aps":{"alert":{"title":"Sam","body":"Encrypted"},"mutable-content":1,"#
                + #""sound":"chime.caf","badge":1,"thread-id":"chat-9"},"cipher":"q83vEjRWeJA="}"#,
            .alert, .immediate, false, 4
        ),
        (
            #"{"aps":{"alert":"Your driver is two stops away","interruption-level":"#
                + #""time-sensitive","sound":"default"}}"#, .alert, .immediate, true, 1
        ),
        (
            #"{"aps":{"alert":"The week in review is ready","interruption-level":"passive","#
                + #""relevance-score":0.2}}"#, .alert, .powerAware, false, 2
        ),
        (
            #"{"aps":{"alert":{"title":"New photo"},"content-available":1,"badge":2},"album":4}"#,
            .alert, .immediate, false, 1
        ),
        (#"{"aps":{"content-available":1},"sync":12}"#, .background, .powerAware, false, 3),
        (#"{"aps":{"badge":0}}"#, .alert, .immediate, false, 1),
    ]

    /// Two reminders.
    public static var reminders: [NotificationContent] {
        [
            NotificationContent(
                title: "Drink water", body: "Two glasses are left for today", sound: .default),
            NotificationContent(title: "Stand-up", body: "In ten minutes", badge: 1),
        ]
    }
}
