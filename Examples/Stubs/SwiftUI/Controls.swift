// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public struct Text: StubView {
    public struct DateStyle: Sendable {
        public static let time = DateStyle()
    }
    public nonisolated init(_ text: some StringProtocol) {}
    public nonisolated init(verbatim content: String) {}
    public nonisolated init(_ date: Date, style: DateStyle) {}
}

public struct Image: StubView {
    public nonisolated init(systemName: String) {}
}

public struct Spacer: StubView {
    public nonisolated init() {}
}

public struct ButtonRole: Sendable {
    public static let destructive = ButtonRole()
}

public struct Button: StubView {
    public nonisolated init(
        _ title: some StringProtocol, role: ButtonRole? = nil,
        action: @escaping @MainActor () -> Void
    ) {}
}

public struct TextField: StubView {
    public nonisolated init(_ title: some StringProtocol, text: Binding<String>) {}
}

public struct DatePicker: StubView {
    public struct Components: OptionSet, Sendable {
        public let rawValue: UInt
        public nonisolated init(rawValue: UInt) { self.rawValue = rawValue }
        public static let hourAndMinute = Components(rawValue: 1)
    }
    public init(
        _ title: some StringProtocol, selection: Binding<Date>, displayedComponents: Components
    ) {}
}
