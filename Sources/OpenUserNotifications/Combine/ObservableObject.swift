// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An object that announces its changes. Available since iOS 13.0.
public protocol ObservableObject: AnyObject {
    /// The type of the publisher that emits before the object changes.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// The publisher that emits before the object changes. The default publisher emits nothing by
    /// itself, because the views that would observe the object are never created.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

/// A publisher that emits before an object changes. Available since iOS 13.0.
public final class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never

    private let listeners = Listeners<Void>()

    /// Creates a publisher.
    public init() {}

    /// Notifies the subscribers that the object is about to change.
    public func send() { listeners.send(()) }

    public func receive(by receive: @escaping (()) -> Void) -> AnyCancellable {
        listeners.add(receive)
    }
}

/// The functions that receive the values of a publisher.
final class Listeners<Value> {
    private let lock = NSLock()
    private var functions: [UUID: (Value) -> Void] = [:]

    func send(_ value: Value) {
        for function in lock.withLock({ Array(functions.values) }) { function(value) }
    }

    func add(_ function: @escaping (Value) -> Void) -> AnyCancellable {
        let id = UUID()
        lock.withLock { functions[id] = function }
        return AnyCancellable { [weak self] in
            guard let self else { return }
            self.lock.withLock { _ = self.functions.removeValue(forKey: id) }
        }
    }
}

/// A property that publishes its changes. Available since iOS 13.0.
@propertyWrapper
public struct Published<Value> {
    /// A publisher that emits the current value, and then every new value just before the property
    /// is set to it.
    public struct Publisher: OpenUserNotifications.Publisher {
        public typealias Output = Value
        public typealias Failure = Never

        fileprivate let storage: Storage

        public func receive(by receive: @escaping (Value) -> Void) -> AnyCancellable {
            let cancellable = storage.listeners.add(receive)
            receive(storage.value)
            return cancellable
        }
    }

    fileprivate final class Storage {
        var value: Value
        let listeners = Listeners<Value>()

        init(_ value: Value) { self.value = value }
    }

    private let storage: Storage

    /// Creates a property with an initial value.
    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    /// Creates a property with an initial value.
    public init(initialValue: Value) { storage = Storage(initialValue) }

    /// The value.
    public var wrappedValue: Value {
        get { storage.value }
        nonmutating set {
            storage.listeners.send(newValue)
            storage.value = newValue
        }
    }

    /// A publisher that emits the current value, and then every new value just before the property
    /// is set to it.
    public var projectedValue: Publisher {
        get { Publisher(storage: storage) }
        nonmutating set {}
    }
}

/// A publisher that emits every value that is passed to ``send(_:)``. Available since iOS 13.0.
public final class PassthroughSubject<Output, Failure: Error>: Publisher {
    private let listeners = Listeners<Output>()

    /// Creates a subject.
    public init() {}

    /// Publishes a value.
    public func send(_ value: Output) { listeners.send(value) }

    /// Publishes an event without a value.
    public func send() where Output == Void { send(()) }

    public func receive(by receive: @escaping (Output) -> Void) -> AnyCancellable {
        listeners.add(receive)
    }
}

/// A publisher that emits the latest value, and then every value that is passed to ``send(_:)``.
/// Available since iOS 13.0.
public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
    private let listeners = Listeners<Output>()
    private let lock = NSLock()
    private var lockedValue: Output

    /// Creates a subject with an initial value.
    public init(_ value: Output) { lockedValue = value }

    /// The latest value. Setting the property publishes the new value.
    public var value: Output {
        get { lock.withLock { lockedValue } }
        set {
            lock.withLock { lockedValue = newValue }
            listeners.send(newValue)
        }
    }

    /// Publishes a value.
    public func send(_ value: Output) { self.value = value }

    public func receive(by receive: @escaping (Output) -> Void) -> AnyCancellable {
        receive(value)
        return listeners.add(receive)
    }
}

extension NotificationCenter {
    /// A publisher of posted notifications. Available since iOS 13.0.
    public struct Publisher: OpenUserNotifications.Publisher {
        public typealias Output = Notification
        public typealias Failure = Never

        let center: NotificationCenter
        let name: Notification.Name
        let object: AnyObject?

        public func receive(
            by receive: @escaping (Notification) -> Void
        ) -> AnyCancellable {
            let receiver = Receiver(receive)
            let token = center.addObserver(forName: name, object: object, queue: nil) {
                receiver.receive($0)
            }
            return AnyCancellable { [center] in center.removeObserver(token) }
        }
    }

    /// Returns a publisher of the notifications posted with a name. Available since iOS 13.0.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }
}

/// A function that receives notifications.
///
/// Proof for `@unchecked Sendable`: the function is a `let` and is called on the thread that posts
/// the notification, as on Apple's systems.
private struct Receiver: @unchecked Sendable {
    let receive: (Notification) -> Void

    init(_ receive: @escaping (Notification) -> Void) { self.receive = receive }
}
