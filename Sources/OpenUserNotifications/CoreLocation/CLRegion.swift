// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An area that the phone monitors. Available since iOS 4.0.
public class CLRegion: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a region.
    public struct Record: ValueRecord {
        package var identifier: String
        package var notifyOnEntry = true
        package var notifyOnExit = true
        /// The circle, for a circular region.
        package var circle: Circle?

        package init(identifier: String, circle: Circle? = nil) {
            self.identifier = identifier
            self.circle = circle
        }

        /// A circle on the Earth, in degrees and meters.
        package struct Circle: Codable, Hashable, Sendable {
            package var latitude: Double
            package var longitude: Double
            package var radius: Double
        }

        /// An instance of Apple's class for this kind of region.
        package var object: CLRegion {
            circle == nil ? CLRegion(record: self) : CLCircularRegion(record: self)
        }
    }

    /// The region's identifier, which the app chooses.
    public var identifier: String { record.identifier }

    /// Whether entering the region is reported; `true` by default. Available since iOS 7.0.
    public var notifyOnEntry: Bool {
        get { record.notifyOnEntry }
        set { change { $0.notifyOnEntry = newValue } }
    }

    /// Whether leaving the region is reported; `true` by default. Available since iOS 7.0.
    public var notifyOnExit: Bool {
        get { record.notifyOnExit }
        set { change { $0.notifyOnExit = newValue } }
    }

    /// Returns a region with the same values.
    public override func copy(with zone: NSZone? = nil) -> Any { record.object }
}
