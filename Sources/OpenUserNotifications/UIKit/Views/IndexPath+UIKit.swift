// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// UIKit adds it on Apple's systems.
#if !canImport(Darwin)
extension IndexPath {
    /// A row of a section.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// An item of a section.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// The section.
    public var section: Int { self[0] }
    /// The row.
    public var row: Int { self[1] }
    /// The item.
    public var item: Int { self[1] }
}
#endif
