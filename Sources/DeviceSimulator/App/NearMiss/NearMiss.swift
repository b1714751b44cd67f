// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// An app's method that was probably meant to implement one of Apple's methods, but does not
/// implement that method.
///
/// All methods of Apple's delegate protocols are optional: the compiler accepts a wrong name or
/// type, and the system never calls the method.
public struct NearMiss: Hashable, Sendable {
    /// The full name of the app's method.
    public let name: String
    /// Whether the name is exactly Apple's name, so that only the types of the arguments can
    /// differ.
    public let hasApplesName: Bool

    package init(name: String, hasApplesName: Bool) {
        self.name = name
        self.hasApplesName = hasApplesName
    }

    /// Returns the warning, for instance `application(_:open:options:) is not implemented, but
    /// application(_:opens:options:) looks like it`.
    package func message(insteadOf apples: String) -> String {
        hasApplesName
            ? "\(name) is not implemented: the method with this name has different types from "
                + "Apple's method"
            : "\(apples) is not implemented, but \(name) looks like it"
    }

    /// Finds the method that was probably meant.
    ///
    /// - Parameters:
    ///   - methods: Every method of the app's type.
    ///   - spellings: Apple's names for the method that the phone wanted to call.
    ///   - others: All other method names of Apple's protocols. A method with one of these names is
    ///     not a misspelling.
    package static func find(
        in methods: [MethodName], for spellings: [MethodName], others: Set<MethodName>
    ) -> NearMiss? {
        if let same = methods.first(where: spellings.contains) {
            return NearMiss(name: same.description, hasApplesName: true)
        }
        let candidates = methods.filter { method in
            !others.contains(method) && spellings.contains { method.isLike($0) }
        }
        let nearest = candidates.min { a, b in
            let distances = [a, b].map { method in
                spellings.map { EditDistance.of(method.description, $0.description) }.min() ?? 0
            }
            return distances[0] < distances[1]
        }
        return nearest.map { NearMiss(name: $0.description, hasApplesName: false) }
    }
}

extension MethodName {
    /// The minimum length of a common prefix for two labels to count as a near miss although the
    /// rest of the labels differs too much, as in `didReceiveResponse` for `didReceive`.
    private static let samePrefixCountMin = 10
    /// The maximum edit distance of a misspelled label. For the base name, which is before the
    /// labels, the limit is smaller by 1.
    private static let distanceMax = 3

    /// Returns whether this name is probably a misspelling of `apples`.
    fileprivate func isLike(_ apples: MethodName) -> Bool {
        // The second label distinguishes the methods of a delegate.
        guard labels.count > 1, apples.labels.count > 1,
            EditDistance.of(base.lowercased(), apples.base.lowercased()) <= Self.distanceMax - 1
        else { return false }
        let (mine, theirs) = (labels[1].lowercased(), apples.labels[1].lowercased())
        if EditDistance.of(mine, theirs) <= Self.distanceMax { return true }
        let same = zip(mine, theirs).prefix { $0 == $1 }.count
        return same >= Swift.min(Self.samePrefixCountMin, theirs.count)
    }
}

/// The number of UTF-8 bytes to insert, remove or replace to change one text into another.
enum EditDistance {
    static func of(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.utf8), Array(b.utf8))
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = Swift.min(replaced, Swift.min(row[j], row[j + 1]) + 1)
            }
        }
        return row[b.count]
    }
}
