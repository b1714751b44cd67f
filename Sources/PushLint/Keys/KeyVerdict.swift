// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A member of `aps` or of an object inside `aps`, with its location and the verdict on its key.
struct PlacedKey: Sendable {
    let member: JSONNode.Member
    let place: PayloadKey.Place
    /// All members of the object that contains this member.
    let siblings: [JSONNode.Member]
    let verdict: KeyVerdict

    /// The key's row in the table, if the key is valid and in its proper location.
    var row: PayloadKey? { if case .right(let row) = verdict { row } else { nil } }
}

/// The verdict on a key in `aps` or in an object inside `aps`.
enum KeyVerdict: Hashable, Sendable {
    /// One of Apple's keys, spelled correctly and in its proper location.
    case right(PayloadKey)
    /// One of Apple's keys with a different spelling.
    case misspelled(PayloadKey)
    /// One of Apple's keys, in a location where the system does not read it.
    case misplaced(PayloadKey)
    case unknown
}

extension KeyVerdict {
    /// Judges a key.
    ///
    /// - Parameters:
    ///   - key: the key as written.
    ///   - place: the location of the key.
    ///   - push: the payload.
    ///   - siblings: all members of the object that contains the key. A key is not considered a
    ///     misspelling of another key that this object also contains.
    init(
        _ key: String, in place: PayloadKey.Place, of push: LintSubject,
        _ siblings: [JSONNode.Member]
    ) {
        if let row = PayloadKey.named(key, in: place), row.isFor(push) {
            self = .right(row)
            return
        }
        let plain = KeySpelling.plain(key)
        if let old = PayloadKey.retired.first(where: { $0.plainName == plain }) {
            self = .right(old)
            return
        }
        if let row = Self.elsewhere(plain, not: place, push) {
            // A differently spelled key of this location takes precedence over a key of another
            // location. For example, `Title` in an alert is a misspelled `title`.
            if let here = Self.here(plain, place, push) {
                self = .misspelled(here)
            } else {
                self = .misplaced(row)
            }
            return
        }
        if let row = Self.here(plain, place, push) ?? Self.alias(plain, place) {
            self = .misspelled(row)
        } else if let row = Self.slip(plain, place, siblings, push) {
            self = .misspelled(row)
        } else {
            self = .unknown
        }
    }

    /// Returns the key that belongs to this location and differs only by letter case, hyphens or
    /// underscores.
    private static func here(
        _ plain: [UInt8], _ place: PayloadKey.Place, _ push: LintSubject
    ) -> PayloadKey? {
        PayloadKey.rows(of: place).first {
            $0.plainName == plain && $0.isFor(push) && $0.isMeant(in: push)
        }
    }

    /// Returns the key that belongs in another location and has this name.
    private static func elsewhere(
        _ plain: [UInt8], not place: PayloadKey.Place, _ push: LintSubject
    ) -> PayloadKey? {
        for other in PayloadKey.Place.allCases where other != place && other != .text {
            let row = PayloadKey.rows(of: other).first {
                $0.plainName == plain && $0.isFor(push) && $0.isMeant(in: push)
            }
            // `name` is too common a word to conclude that the sender meant Apple's key.
            if let row, row.name != "name" { return row }
        }
        return nil
    }

    private static func slip(
        _ plain: [UInt8], _ place: PayloadKey.Place, _ siblings: [JSONNode.Member],
        _ push: LintSubject
    ) -> PayloadKey? {
        PayloadKey.rows(of: place).first { row in
            KeySpelling.isSlip(plain, of: row.plainName) && row.isCurrent && row.isFor(push)
                && row.isMeant(in: push) && !siblings.contains { $0.key == row.name }
        }
    }

    /// Returns Apple's key for which UserNotifications or another service uses this name.
    private static func alias(_ plain: [UInt8], _ place: PayloadKey.Place) -> PayloadKey? {
        aliases.first { $0.plain == plain && $0.place == place }
            .flatMap { PayloadKey.named($0.name, in: place) }
    }

    private static let aliases: [(plain: [UInt8], place: PayloadKey.Place, name: String)] = [
        ("threadidentifier", PayloadKey.Place.aps, "thread-id"),
        ("categoryid", .aps, "category"), ("categoryidentifier", .aps, "category"),
        ("targetcontentidentifier", .aps, "target-content-id"),
        ("badgecount", .aps, "badge"), ("badgenumber", .aps, "badge"),
        ("soundname", .aps, "sound"),
        ("bodylockey", .alert, "loc-key"), ("bodylocargs", .alert, "loc-args"),
        ("titlelocalizationkey", .alert, "title-loc-key"),
        ("launchimagename", .alert, "launch-image"),
    ].map { (Array($0.utf8), $1, $2) }
}

extension PayloadKey {
    /// Returns whether the key has a meaning in pushes of this kind.
    func isFor(_ push: LintSubject) -> Bool {
        switch (place, use) {
        case (.alert, .liveActivity): push.concernsActivity
        case (.alert, .website): push[.urlArguments] != nil
        default: true
        }
    }

    /// Returns whether a key with this name, or with a similar name, is certainly meant as Apple's
    /// key in this push. In pushes other than Live Activity pushes, `event` and `attributes` are
    /// common words.
    func isMeant(in push: LintSubject) -> Bool {
        use != .liveActivity || isUnmistakable || push.concernsActivity
    }
}
