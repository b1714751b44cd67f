// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Weighted fair shares among a few names: the next turn goes to the name that has used the least
/// in proportion to its weight.
///
/// The algorithm is stride scheduling (Waldspurger and Weihl, 1995). A name that was idle for a
/// while does not get the missed turns later. If several names have used equally little, the
/// smallest name is next, so that a run can be repeated.
package struct FairShares<Name: Hashable & Comparable & Sendable>: Sendable {
    /// The maximum number of names that are remembered. Beyond this number, the names that have
    /// used the least are forgotten; their turns stay the same.
    package static var nameCountMax: Int { 1024 }

    /// The amount that each name has used, divided by its weight.
    private var passes: [Name: Int] = [:]
    /// The pass of the latest turn; names that are new or were idle start from this value.
    private var start = 0

    package init() {}

    /// Returns the name whose turn is next; `nil` if there are no names.
    package func next(of names: some Sequence<Name>) -> Name? {
        names.min { (pass(of: $0), $0) < (pass(of: $1), $1) }
    }

    /// Adds an amount to the use of a name.
    package mutating func use(_ count: Int, by name: Name, weight: Int) {
        let before = pass(of: name)
        start = max(start, before)
        passes[name] = before + count * Self.scale / max(1, weight)
        if passes.count > Self.nameCountMax { passes = passes.filter { $0.value > start } }
    }

    private func pass(of name: Name) -> Int { max(passes[name] ?? start, start) }

    /// The factor that makes the integer division by weights exact enough.
    private static var scale: Int { 5040 }
}
