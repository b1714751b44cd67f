// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

@propertyWrapper
public struct State<Value> {
    public init(wrappedValue: Value) { stored = wrappedValue }
    public init<Wrapped>() where Value == Wrapped? { stored = nil }
    // SwiftUI keeps the value outside of the view.
    public var wrappedValue: Value {
        get { stored }
        nonmutating set {}
    }
    private let stored: Value
    public var projectedValue: Binding<Value> { Binding() }
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    public init() {}
    public var wrappedValue: Value {
        get { stub() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { self }
    public subscript<Member>(
        dynamicMember keyPath: WritableKeyPath<Value, Member>
    ) -> Binding<Member> { Binding<Member>() }
}

@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value: AnyObject & Observable> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var projectedValue: Bindable<Value> { self }
    public subscript<Member>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>
    ) -> Binding<Member> { Binding<Member>() }
}
