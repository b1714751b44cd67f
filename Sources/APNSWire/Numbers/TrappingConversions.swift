// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// This file redeclares Swift's conversions that trap for NaN, infinities and large numbers, so that
// the compiler warns about each use of them. A module's declaration hides the standard library's
// declaration of the same signature, and warnings are errors in this package. The declarations are
// not visible outside the package.
//
// A file gets the warnings when it imports APNSWire; `Tests/TidyTests/NumberTests.swift` enforces
// the import. None of these functions is ever called.

extension Int {
    @available(*, deprecated, message: "may trap; use Int(checking:) or Int(saturating:)")
    package init(_ number: Double) { self.init(saturating: number) }

    @available(*, deprecated, message: "may trap; use Int(checking:) or Int(saturating:)")
    package init(_ number: Float) { self.init(saturating: Double(number)) }
}

extension Int8 {
    @available(*, deprecated, message: "may trap; use Int8(checking:) or Int8(saturating:)")
    package init(_ number: Double) { self.init(saturating: number) }

    @available(*, deprecated, message: "may trap; use Int8(checking:) or Int8(saturating:)")
    package init(_ number: Float) { self.init(saturating: Double(number)) }
}

extension Int16 {
    @available(*, deprecated, message: "may trap; use Int16(checking:) or Int16(saturating:)")
    package init(_ number: Double) { self.init(saturating: number) }

    @available(*, deprecated, message: "may trap; use Int16(checking:) or Int16(saturating:)")
    package init(_ number: Float) { self.init(saturating: Double(number)) }
}

extension Int32 {
    @available(*, deprecated, message: "may trap; use Int32(checking:) or Int32(saturating:)")
    package init(_ number: Double) { self.init(saturating: number) }

    @available(*, deprecated, message: "may trap; use Int32(checking:) or Int32(saturating:)")
    package init(_ number: Float) { self.init(saturating: Double(number)) }
}

extension Int64 {
    @available(*, deprecated, message: "may trap; use Int64(checking:) or Int64(saturating:)")
    package init(_ number: Double) { self.init(saturating: number) }

    @available(*, deprecated, message: "may trap; use Int64(checking:) or Int64(saturating:)")
    package init(_ number: Float) { self.init(saturating: Double(number)) }
}

extension UInt {
    @available(*, deprecated, message: "may trap; use UInt(checking:) or UInt(saturating:)")
    package init(_ number: Double) { self.init(saturating: number) }

    @available(*, deprecated, message: "may trap; use UInt(checking:) or UInt(saturating:)")
    package init(_ number: Float) { self.init(saturating: Double(number)) }
}

extension UInt8 {
    @available(*, deprecated, message: "may trap; use UInt8(checking:) or UInt8(saturating:)")
    package init(_ number: Double) { self.init(saturating: number) }

    @available(*, deprecated, message: "may trap; use UInt8(checking:) or UInt8(saturating:)")
    package init(_ number: Float) { self.init(saturating: Double(number)) }
}

extension UInt16 {
    @available(*, deprecated, message: "may trap; use UInt16(checking:) or UInt16(saturating:)")
    package init(_ number: Double) { self.init(saturating: number) }

    @available(*, deprecated, message: "may trap; use UInt16(checking:) or UInt16(saturating:)")
    package init(_ number: Float) { self.init(saturating: Double(number)) }
}

extension UInt32 {
    @available(*, deprecated, message: "may trap; use UInt32(checking:) or UInt32(saturating:)")
    package init(_ number: Double) { self.init(saturating: number) }

    @available(*, deprecated, message: "may trap; use UInt32(checking:) or UInt32(saturating:)")
    package init(_ number: Float) { self.init(saturating: Double(number)) }
}

extension UInt64 {
    @available(*, deprecated, message: "may trap; use UInt64(checking:) or UInt64(saturating:)")
    package init(_ number: Double) { self.init(saturating: number) }

    @available(*, deprecated, message: "may trap; use UInt64(checking:) or UInt64(saturating:)")
    package init(_ number: Float) { self.init(saturating: Double(number)) }
}

extension Duration {
    @available(*, deprecated, message: "may trap; use Duration(saturatingSeconds:)")
    package static func seconds(_ seconds: Double) -> Duration {
        Duration(saturatingSeconds: seconds)
    }

    @available(*, deprecated, message: "may trap; use Duration(saturatingSeconds:)")
    package static func milliseconds(_ milliseconds: Double) -> Duration {
        Duration(saturatingSeconds: milliseconds / 1e3)
    }

    @available(*, deprecated, message: "may trap; use Duration(saturatingSeconds:)")
    package static func microseconds(_ microseconds: Double) -> Duration {
        Duration(saturatingSeconds: microseconds / 1e6)
    }

    @available(*, deprecated, message: "may trap; use Duration(saturatingSeconds:)")
    package static func nanoseconds(_ nanoseconds: Double) -> Duration {
        Duration(saturatingSeconds: nanoseconds / 1e9)
    }
}
