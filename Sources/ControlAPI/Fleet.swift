// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// A request to register light devices, for `POST /v1/fleet`. A light device is registered with the
/// simulated APNs and receives pushes, but is not a virtual phone.
package struct FleetOrder: Codable, Sendable, Hashable {
    /// The maximum number of devices in one request. It is also the maximum number of all light
    /// devices together.
    package static let countMax = 1_000_000

    /// The number of devices, from 1 to ``countMax``.
    package var count: Int
    /// The app's bundle identifier. The default is the demo app.
    package var app: String?
    /// The environment of the device tokens. The default is the sandbox.
    package var environment: APNSEnvironment?

    package init(count: Int, app: String? = nil, environment: APNSEnvironment? = nil) {
        self.count = count
        self.app = app
        self.environment = environment
    }
}

/// The light devices, in the response of `GET /v1/fleet`.
package struct FleetView: Codable, Sendable, Hashable {
    /// The maximum number of identifiers in ``ids``.
    package static let idCountMax = 5_000

    /// The number of light devices.
    package let count: Int
    /// The identifiers in order; empty if there are more than ``idCountMax`` devices.
    package let ids: [String]

    package init(count: Int, ids: [String]) {
        self.count = count
        self.ids = ids
    }
}

/// One light device; a line of the response of `POST /v1/fleet`.
package struct FleetDevice: Codable, Sendable, Hashable {
    package let id: String
    package let app: String
    package let environment: APNSEnvironment
    /// The device token in hexadecimal digits.
    package let token: DeviceToken
    /// The person who uses the device, for instance `user-000001`.
    package let user: String
    /// The locale of the device, for instance `en-US`.
    package let locale: String
    /// The IANA name of the device's time zone.
    package let timeZone: String

    enum CodingKeys: String, CodingKey {
        case id, app, environment, token, user, locale
        case timeZone = "time_zone"
    }

    package init(person: FleetPerson, app: String, environment: APNSEnvironment, token: DeviceToken)
    {
        id = person.deviceID
        self.app = app
        self.environment = environment
        self.token = token
        user = person.user
        locale = person.home.locale
        timeZone = person.home.timeZone
    }

    /// The device as one line of JSON, including the line break. The keys are in the order of the
    /// properties.
    package var line: String {
        let object: JSONObject = [
            "id": .string(id), "app": .string(app), "environment": .string(environment.rawValue),
            "token": .string(token.hex), "user": .string(user), "locale": .string(locale),
            "time_zone": .string(timeZone),
        ]
        return JSONWriter.text(.object(object)) + "\n"
    }
}

/// The person who uses a light device. All values depend only on the device's number, so that the
/// same number always describes the same person.
package struct FleetPerson: Sendable, Hashable {
    /// A locale and a time zone, and the share of the people who have them.
    package struct Home: Sendable, Hashable {
        package let locale: String
        package let timeZone: String
        let share: Int

        init(_ locale: String, _ timeZone: String, _ share: Int) {
            self.locale = locale
            self.timeZone = timeZone
            self.share = share
        }
    }

    /// The number that identifies the device, counted from 1.
    package let number: Int

    package init(number: Int) { self.number = number }

    /// The identifier of the device, in the form of a UUID.
    package var deviceID: String { "F1EE7000-0000-4000-8000-" + Self.padded(number, to: 12) }

    package var user: String { "user-" + Self.padded(number, to: 6) }

    package var home: Home {
        // The factor is 2^32 divided by the golden ratio, so that consecutive numbers get different
        // homes.
        let mixed = (UInt64(truncatingIfNeeded: number) &* 2_654_435_769) & 0xFFFF_FFFF
        var rest = Int(truncatingIfNeeded: (mixed * UInt64(Self.shareSum)) >> 32)
        for home in Self.homes {
            rest -= home.share
            if rest < 0 { return home }
        }
        return Self.homes[0]
    }

    private static func padded(_ number: Int, to count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    private static let shareSum = homes.reduce(0) { $0 + $1.share }

    /// The homes of the people. The shares are invented but plausible. The list contains every kind
    /// of offset from UTC: whole, half and quarter hours, with and without daylight-saving time.
    package static let homes = [
        Home("en-US", "America/New_York", 150), Home("en-US", "America/Chicago", 90),
        Home("en-US", "America/Denver", 24), Home("en-US", "America/Phoenix", 12),
        Home("en-US", "America/Los_Angeles", 84), Home("en-US", "Pacific/Honolulu", 4),
        Home("es-US", "America/New_York", 20), Home("en-CA", "America/Toronto", 26),
        Home("fr-CA", "America/Montreal", 10), Home("es-MX", "America/Mexico_City", 30),
        Home("pt-BR", "America/Sao_Paulo", 40), Home("es-AR", "America/Argentina/Buenos_Aires", 8),
        Home("en-GB", "Europe/London", 70), Home("de-DE", "Europe/Berlin", 60),
        Home("de-CH", "Europe/Zurich", 8), Home("de-AT", "Europe/Vienna", 8),
        Home("fr-FR", "Europe/Paris", 50), Home("it-IT", "Europe/Rome", 30),
        Home("es-ES", "Europe/Madrid", 30), Home("nl-NL", "Europe/Amsterdam", 16),
        Home("sv-SE", "Europe/Stockholm", 12), Home("da-DK", "Europe/Copenhagen", 8),
        Home("pl-PL", "Europe/Warsaw", 12), Home("uk-UA", "Europe/Kyiv", 4),
        Home("tr-TR", "Europe/Istanbul", 14), Home("ar-SA", "Asia/Riyadh", 14),
        Home("he-IL", "Asia/Jerusalem", 6), Home("en-ZA", "Africa/Johannesburg", 4),
        Home("en-IN", "Asia/Kolkata", 24), Home("hi-IN", "Asia/Kolkata", 16),
        Home("ne-NP", "Asia/Kathmandu", 2), Home("th-TH", "Asia/Bangkok", 8),
        Home("vi-VN", "Asia/Ho_Chi_Minh", 8), Home("id-ID", "Asia/Jakarta", 8),
        Home("zh-Hans-CN", "Asia/Shanghai", 110), Home("zh-Hant-TW", "Asia/Taipei", 18),
        Home("zh-Hant-HK", "Asia/Hong_Kong", 10), Home("ko-KR", "Asia/Seoul", 26),
        Home("ja-JP", "Asia/Tokyo", 80), Home("en-AU", "Australia/Sydney", 22),
        Home("en-AU", "Australia/Adelaide", 4), Home("en-NZ", "Pacific/Auckland", 4),
    ]
}
