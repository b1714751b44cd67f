// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Chooses the best of several variants after a part of the audience has received them.
package enum VariantTest {
    /// Returns the number of the variant that was opened by the largest share of its recipients. If
    /// several variants have this share, for instance because nothing was opened, returns the first
    /// of them.
    ///
    /// - Parameters:
    ///   - opens: the number of installations of each variant that opened the notification.
    ///   - accepted: the number of installations of each variant whose notification was accepted.
    package static func winner(opens: [Int], accepted: [Int]) -> Int {
        var best = 0
        for index in accepted.indices.dropFirst() {
            // opens / accepted is compared without division.
            let (here, there) = (count(opens, index), count(opens, best))
            if here * max(1, accepted[best]) > there * max(1, accepted[index]) { best = index }
        }
        return best
    }

    private static func count(_ opens: [Int], _ index: Int) -> Int {
        index < opens.count ? opens[index] : 0
    }
}
