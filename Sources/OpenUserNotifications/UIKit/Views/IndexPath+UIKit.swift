// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// On Apple's systems, UIKit contains these declarations.
#if !canImport(Darwin)
extension IndexPath {
    /// Creates an index path for a row of a section.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// Creates an index path for an item of a section.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// The section.
    public var section: Int { self[0] }
    /// The row.
    public var row: Int { self[1] }
    /// The item.
    public var item: Int { self[1] }
}
#endif
