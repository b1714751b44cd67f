// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import OpenUserNotifications

extension Text {
    public struct DateStyle: Sendable {
        public static let time = DateStyle()
    }

    public init(_ date: Date, style: DateStyle) { self.init(verbatim: "") }
}

public struct DatePicker: View {
    public typealias Body = Never

    public struct Components: OptionSet, Sendable {
        public let rawValue: UInt
        public nonisolated init(rawValue: UInt) { self.rawValue = rawValue }
        public static let hourAndMinute = Components(rawValue: 1)
    }

    public init(
        _ title: some StringProtocol, selection: Binding<Date>, displayedComponents: Components
    ) {}
}

public protocol PrimitiveButtonStyle {}

public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle {
        BorderedProminentButtonStyle()
    }
}
