// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A property that belongs to a view's state. Apple: since iOS 13.0.
public protocol DynamicProperty {}

/// Holds a value for structures whose properties may change.
final class Held<Value> {
    private var made: Value?
    private let make: () -> Value

    init(_ make: @escaping () -> Value) { self.make = make }

    var value: Value {
        get {
            if let made { return made }
            let value = make()
            made = value
            return value
        }
        set { made = newValue }
    }
}

/// A value that a view keeps. Apple: since iOS 13.0.
@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let held: Held<Value>

    /// A first value.
    public init(wrappedValue value: Value) { held = Held { value } }

    /// A first value.
    public init(initialValue value: Value) { held = Held { value } }

    /// The value.
    public var wrappedValue: Value {
        get { held.value }
        nonmutating set { held.value = newValue }
    }

    /// A way to read and set it.
    public var projectedValue: Binding<Value> {
        Binding(get: { [held] in held.value }, set: { [held] in held.value = $0 })
    }
}

// In an extension, as Apple has it: a property without a first value of its own is then set by its
// view's initializer.
extension State where Value: ExpressibleByNilLiteral {
    /// No value at first.
    public init() { self.init(wrappedValue: nil) }
}

/// A way to read and set a value that somebody else keeps. Apple: since iOS 13.0.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void

    /// A way to read and a way to set.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        read = get
        write = set
    }

    /// A value that cannot be set.
    public static func constant(_ value: Value) -> Binding<Value> {
        Binding(get: { value }, set: { _ in })
    }

    /// The value.
    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    /// Itself.
    public var projectedValue: Binding<Value> { self }

    /// A part of the value.
    public subscript<Part>(
        dynamicMember keyPath: WritableKeyPath<Value, Part>
    ) -> Binding<Part> {
        Binding<Part>(
            get: { read()[keyPath: keyPath] },
            set: { part in
                var value = read()
                value[keyPath: keyPath] = part
                write(value)
            })
    }
}

/// An object that a view makes and keeps. Apple: since iOS 14.0.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
    private let held: Held<ObjectType>

    /// Makes the object when it is first asked for.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
        held = Held(thunk)
    }

    /// The object.
    @preconcurrency @MainActor public var wrappedValue: ObjectType { held.value }

    /// Bindings to what the object publishes.
    @preconcurrency @MainActor public var projectedValue: ObservedObject<ObjectType>.Wrapper {
        ObservedObject(wrappedValue: held.value).projectedValue
    }
}

/// An object that somebody else keeps. Apple: since iOS 13.0.
@preconcurrency @MainActor
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    /// Bindings to what an object publishes.
    @preconcurrency @MainActor
    @dynamicMemberLookup
    public struct Wrapper {
        let object: ObjectType

        /// A way to read and set a property.
        public subscript<Subject>(
            dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
        ) -> Binding<Subject> {
            let object = object
            return Binding(
                get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
        }
    }

    /// The object.
    public var wrappedValue: ObjectType

    /// An object.
    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }

    /// An object.
    public init(initialValue: ObjectType) { wrappedValue = initialValue }

    /// Bindings to what it publishes.
    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
}

/// An object that a view around gave. Apple: since iOS 13.0. There is none: reading it is a
/// mistake.
@preconcurrency @MainActor
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
    /// An object by its type.
    public init() {}

    /// The object.
    public var wrappedValue: ObjectType {
        preconditionFailure("no \(ObjectType.self) was given; views are never made here")
    }

    /// Bindings to what it publishes.
    public var projectedValue: ObservedObject<ObjectType>.Wrapper {
        ObservedObject(wrappedValue: wrappedValue).projectedValue
    }
}

/// A value in the user defaults. Apple: since iOS 14.0.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    private let key: String
    private let store: UserDefaults
    private let initial: Value

    /// A value that a property list can hold.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.key = key
        self.store = store ?? .standard
        initial = wrappedValue
    }

    /// A value that a property list can hold, none at first.
    public init(_ key: String, store: UserDefaults? = nil) where Value: ExpressibleByNilLiteral {
        self.init(wrappedValue: nil, key, store: store)
    }

    /// The value.
    public var wrappedValue: Value {
        get { store.object(forKey: key) as? Value ?? initial }
        nonmutating set { store.set(newValue, forKey: key) }
    }

    /// A way to read and set it.
    public var projectedValue: Binding<Value> {
        Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }
}

/// A name for views that move as one. Apple: since iOS 14.0.
@propertyWrapper
public struct Namespace: DynamicProperty {
    /// The name.
    public struct ID: Hashable, Sendable {
        let uuid = UUID()
    }

    /// The name.
    public let wrappedValue = ID()

    /// A name.
    public init() {}
}
