// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An object that says when it changes. Apple: since iOS 13.0.
public protocol ObservableObject: AnyObject {
    /// Says that the object is about to change.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Says that the object is about to change. The default says nothing by itself: views, which it
    /// is there for, are never made.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

/// Says that an object is about to change. Apple: since iOS 13.0.
public final class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never

    private let listeners = Listeners<Void>()

    /// A publisher.
    public init() {}

    /// Says it.
    public func send() { listeners.send(()) }

    public func receive(by receive: @escaping (()) -> Void) -> AnyCancellable {
        listeners.add(receive)
    }
}

/// The functions that get values.
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

/// A property that says when it changes. Apple: since iOS 13.0.
@propertyWrapper
public struct Published<Value> {
    /// Hands out the value, and every later one before it is set.
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

    /// A first value.
    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    /// A first value.
    public init(initialValue: Value) { storage = Storage(initialValue) }

    /// The value.
    public var wrappedValue: Value {
        get { storage.value }
        nonmutating set {
            storage.listeners.send(newValue)
            storage.value = newValue
        }
    }

    /// Hands out the value, and every later one before it is set.
    public var projectedValue: Publisher {
        get { Publisher(storage: storage) }
        nonmutating set {}
    }
}

/// Hands out what it is given. Apple: since iOS 13.0.
public final class PassthroughSubject<Output, Failure: Error>: Publisher {
    private let listeners = Listeners<Output>()

    /// A subject.
    public init() {}

    /// Hands a value out.
    public func send(_ value: Output) { listeners.send(value) }

    /// Says that something happened.
    public func send() where Output == Void { send(()) }

    public func receive(by receive: @escaping (Output) -> Void) -> AnyCancellable {
        listeners.add(receive)
    }
}

/// Hands out what it is given, and the newest value at first. Apple: since iOS 13.0.
public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
    private let listeners = Listeners<Output>()
    private let lock = NSLock()
    private var lockedValue: Output

    /// A subject with a first value.
    public init(_ value: Output) { lockedValue = value }

    /// The newest value; setting it hands it out.
    public var value: Output {
        get { lock.withLock { lockedValue } }
        set {
            lock.withLock { lockedValue = newValue }
            listeners.send(newValue)
        }
    }

    /// Hands a value out.
    public func send(_ value: Output) { self.value = value }

    public func receive(by receive: @escaping (Output) -> Void) -> AnyCancellable {
        receive(value)
        return listeners.add(receive)
    }
}

extension NotificationCenter {
    /// Hands out posted notifications. Apple: since iOS 13.0.
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

    /// The notifications of a name as they are posted. Apple: since iOS 13.0.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }
}

/// A function that gets notifications.
///
/// Proof for `@unchecked Sendable`: a `let`, called where notifications are posted, as on Apple's
/// systems.
private struct Receiver: @unchecked Sendable {
    let receive: (Notification) -> Void

    init(_ receive: @escaping (Notification) -> Void) { self.receive = receive }
}
