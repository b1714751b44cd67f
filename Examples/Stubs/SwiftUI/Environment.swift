// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public struct EnvironmentValues {
    public var openURL: OpenURLAction { OpenURLAction() }
}

@propertyWrapper
public struct Environment<Value> {
    private let read: (EnvironmentValues) -> Value
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }
    public var wrappedValue: Value { read(EnvironmentValues()) }
}

@MainActor
public struct OpenURLAction {
    nonisolated init() {}
    public func callAsFunction(_ url: URL) {}
}
