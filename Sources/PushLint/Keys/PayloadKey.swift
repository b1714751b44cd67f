// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A key that Apple documents for one location in a payload; a row in the table of keys.
///
/// The rules about types, values, spelling and location of keys are based on these rows.
struct PayloadKey: Hashable, Sendable {
    /// The location of a key.
    enum Place: String, Hashable, Sendable, CaseIterable {
        /// The key is in `aps`.
        case aps
        /// The key is in an `alert` object.
        case alert
        /// The key is in a `sound` object.
        case sound
        /// The key is in a title, subtitle or body that is an object, as in Live Activity alerts.
        case text
    }

    /// The type and range of a value.
    enum Shape: Hashable, Sendable {
        case text
        /// A string that must be one of the given words.
        case word([String])
        /// An array of strings.
        case texts
        /// The number 0 or 1.
        case flag
        /// A non-negative integer.
        case count
        /// Any number.
        case number
        /// A number from 0 to 1.
        case share
        /// A number. In notifications, it must be from 0 to 1; in Live Activities, it is
        /// unrestricted.
        case score
        /// `true` or `false`.
        case truth
        case object
        /// A string, or an object whose keys Apple documents separately.
        case textOrObject
        /// A string or, in Live Activity alerts, an object with `loc-key`.
        case localizableText
    }

    /// The kinds of pushes in which a key has a meaning.
    enum Use: Hashable, Sendable {
        case anyPush, liveActivity, widget, website
    }

    let name: String
    let place: Place
    let shape: Shape
    let use: Use
    /// The first iOS version that reads the key; `nil` if iOS 13 or an earlier version reads it.
    let since: OSVersion?
    /// The replacement for a key that Apple no longer lists; `nil` for current keys.
    let successor: String?
    let claim: Claim
    /// The name in the form that ``KeySpelling/plain(_:)`` returns: in lower case, without hyphens.
    let plainName: [UInt8]

    init(
        _ name: String, _ place: Place, _ shape: Shape, use: Use = .anyPush,
        since: OSVersion? = nil, successor: String? = nil, claim: Claim
    ) {
        self.name = name
        self.place = place
        self.shape = shape
        self.use = use
        self.since = since
        self.successor = successor
        self.claim = claim
        plainName = KeySpelling.plain(name)
    }

    /// Whether the name is so distinctive that an app would not use it for its own data.
    var isUnmistakable: Bool { name.utf8.contains(UInt8(ascii: "-")) }

    /// Whether Apple still lists the key.
    var isCurrent: Bool { successor == nil }
}

extension PayloadKey {
    /// All keys, by location.
    static let table: [PayloadKey] =
        Place.allCases.flatMap { place in rows(of: place) }

    /// The keys that Apple no longer lists. They have no effect in any location or spelling.
    static let retired = table.filter { !$0.isCurrent }

    /// Returns the keys that belong in a location.
    static func rows(of place: Place) -> [PayloadKey] {
        switch place {
        case .aps: apsRows
        case .alert: alertRows
        case .sound: soundRows
        case .text: textRows
        }
    }

    /// Returns the key with exactly this name in a location.
    static func named(_ name: String, in place: Place) -> PayloadKey? {
        switch place {
        case .aps: apsByName[name]
        case .alert: alertByName[name]
        case .sound: soundRows.first { $0.name == name }
        case .text: textRows.first { $0.name == name }
        }
    }

    private static let apsByName = byName(apsRows)
    private static let alertByName = byName(alertRows)

    private static func byName(_ rows: [PayloadKey]) -> [String: PayloadKey] {
        Dictionary(rows.map { ($0.name, $0) }) { first, _ in first }
    }
}
