// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The steps that remain for reading one manifest. A few constants that repeat each other, such as
/// `let b = a + a`, can define a value that would take arbitrarily long to read. When no steps
/// remain, all further values are unknown.
final class ManifestSteps {
    /// The maximum number of steps. Manifests that people write take a few thousand.
    private static let countMax = 300_000
    /// The number of bytes that are copied in one step.
    private static let byteCount = 32

    private var remaining = countMax

    /// Takes steps. Returns `false` if too few steps remain.
    func take(_ count: Int = 1) -> Bool {
        guard count <= remaining else {
            remaining = 0
            return false
        }
        remaining -= count
        return true
    }

    /// Takes the steps that copying a text costs. Returns `false` if too few steps remain.
    func take(toCopy text: String) -> Bool { take(text.utf8.count / Self.byteCount) }
}
