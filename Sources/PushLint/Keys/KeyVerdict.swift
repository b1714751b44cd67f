// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// One member of `aps` or of an object inside of it, where it stands, and what its key is.
struct PlacedKey: Sendable {
    let member: JSONNode.Member
    let place: PayloadKey.Place
    /// All members there.
    let siblings: [JSONNode.Member]
    let verdict: KeyVerdict

    /// The row of the table, for a key that is right where it is.
    var row: PayloadKey? { if case .right(let row) = verdict { row } else { nil } }
}

/// What a key in `aps`, or in an object inside of it, is.
enum KeyVerdict: Hashable, Sendable {
    /// Apple's, spelled right, in its place.
    case right(PayloadKey)
    /// Apple's with another spelling.
    case misspelled(PayloadKey)
    /// Apple's, where it is not read.
    case misplaced(PayloadKey)
    case unknown
}

extension KeyVerdict {
    /// Judges a key.
    ///
    /// - Parameters:
    ///   - key: as it is written.
    ///   - place: where.
    ///   - push: the payload.
    ///   - siblings: all members there. A word that is only near to a key that is there already is
    ///     not a slip.
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
            // A key spelled like one of this place is of this place: `Title` in an alert.
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

    /// The key of this place that differs by letter case, hyphens or underscores only.
    private static func here(
        _ plain: [UInt8], _ place: PayloadKey.Place, _ push: LintSubject
    ) -> PayloadKey? {
        PayloadKey.rows(of: place).first {
            $0.plainName == plain && $0.isFor(push) && $0.isMeant(in: push)
        }
    }

    /// The key of another place.
    private static func elsewhere(
        _ plain: [UInt8], not place: PayloadKey.Place, _ push: LintSubject
    ) -> PayloadKey? {
        for other in PayloadKey.Place.allCases where other != place && other != .text {
            let row = PayloadKey.rows(of: other).first {
                $0.plainName == plain && $0.isFor(push) && $0.isMeant(in: push)
            }
            // `name` is anybody's word.
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

    /// Names that UserNotifications and other services have for a key of the payload.
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
    /// Whether pushes like this one have the key.
    func isFor(_ push: LintSubject) -> Bool {
        switch (place, use) {
        case (.alert, .liveActivity): push.concernsActivity
        case (.alert, .website): push[.urlArguments] != nil
        default: true
        }
    }

    /// Whether this word, or one near to it, is Apple's key in such a push. Outside of Live
    /// Activities `event` and `attributes` are everyday words.
    func isMeant(in push: LintSubject) -> Bool {
        use != .liveActivity || isUnmistakable || push.concernsActivity
    }
}
