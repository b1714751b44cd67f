// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A property that stores part of a view's state. Available since iOS 13.0.
public protocol DynamicProperty {}

/// Stores a value outside of a structure, so that even an immutable structure can change the value.
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

/// A value that a view stores. Available since iOS 13.0.
@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let held: Held<Value>

    /// Creates the state with an initial value.
    public init(wrappedValue value: Value) { held = Held { value } }

    /// Creates the state with an initial value.
    public init(initialValue value: Value) { held = Held { value } }

    /// The value.
    public var wrappedValue: Value {
        get { held.value }
        nonmutating set { held.value = newValue }
    }

    /// A binding to the value.
    public var projectedValue: Binding<Value> {
        Binding(get: { [held] in held.value }, set: { [held] in held.value = $0 })
    }
}

// The initializer is in an extension, as in Apple's API. This allows a view's initializer to set a
// property that has no initial value.
extension State where Value: ExpressibleByNilLiteral {
    /// Creates the state without an initial value.
    public init() { self.init(wrappedValue: nil) }
}

/// A property that reads and writes a value stored elsewhere. Available since iOS 13.0.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void

    /// Creates a binding from functions that read and write the value.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        read = get
        write = set
    }

    /// Returns a binding to a value that cannot be changed.
    public static func constant(_ value: Value) -> Binding<Value> {
        Binding(get: { value }, set: { _ in })
    }

    /// The value.
    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    /// This binding.
    public var projectedValue: Binding<Value> { self }

    /// A binding to a part of the value.
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

/// An object that a view creates and stores. Available since iOS 14.0.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
    private let held: Held<ObjectType>

    /// Stores a function that creates the object when it is first accessed.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
        held = Held(thunk)
    }

    /// The object.
    @preconcurrency @MainActor public var wrappedValue: ObjectType { held.value }

    /// Bindings to the object's properties.
    @preconcurrency @MainActor public var projectedValue: ObservedObject<ObjectType>.Wrapper {
        ObservedObject(wrappedValue: held.value).projectedValue
    }
}

/// An object that is stored elsewhere. Available since iOS 13.0.
@preconcurrency @MainActor
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    /// Bindings to an object's properties.
    @preconcurrency @MainActor
    @dynamicMemberLookup
    public struct Wrapper {
        let object: ObjectType

        /// A binding to a property.
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

    /// Wraps an object.
    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }

    /// Wraps an object.
    public init(initialValue: ObjectType) { wrappedValue = initialValue }

    /// Bindings to the object's properties.
    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
}

/// An object provided by an enclosing view. Available since iOS 13.0. Here, no view provides an
/// object, so reading the property is a programming error.
@preconcurrency @MainActor
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
    /// Creates a property for an object of this type.
    public init() {}

    /// The object.
    public var wrappedValue: ObjectType {
        preconditionFailure(
            "no \(ObjectType.self) is available: the virtual phone does not create views, so no "
                + "view provides one")
    }

    /// Bindings to the object's properties.
    public var projectedValue: ObservedObject<ObjectType>.Wrapper {
        ObservedObject(wrappedValue: wrappedValue).projectedValue
    }
}

/// A value stored in the user defaults. Available since iOS 14.0.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    private let key: String
    private let store: UserDefaults
    private let initial: Value

    /// Creates a property for a value that a property list can contain.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.key = key
        self.store = store ?? .standard
        initial = wrappedValue
    }

    /// Creates a property for a value that a property list can contain. The initial value is `nil`.
    public init(_ key: String, store: UserDefaults? = nil) where Value: ExpressibleByNilLiteral {
        self.init(wrappedValue: nil, key, store: store)
    }

    /// The value.
    public var wrappedValue: Value {
        get { store.object(forKey: key) as? Value ?? initial }
        nonmutating set { store.set(newValue, forKey: key) }
    }

    /// A binding to the value.
    public var projectedValue: Binding<Value> {
        Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }
}

/// A namespace of identifiers for views that are animated together. Available since iOS 14.0.
@propertyWrapper
public struct Namespace: DynamicProperty {
    /// The namespace's identifier.
    public struct ID: Hashable, Sendable {
        let uuid = UUID()
    }

    /// The namespace's identifier.
    public let wrappedValue = ID()

    /// Creates a namespace.
    public init() {}
}
