// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

// The part of Combine that app code uses outside of SwiftUI: publishers of properties and of posted
// notifications, and the usual operators. In this module, no publisher fails, completes, or waits
// until a subscriber requests values.

/// A type that publishes values over time. Available since iOS 13.0.
public protocol Publisher<Output, Failure> {
    /// The type of the values.
    associatedtype Output
    /// The type of the error with which the publisher may fail. In this module, no publisher fails.
    associatedtype Failure: Error

    /// Passes every value to a function until the returned object is cancelled.
    func receive(by receive: @escaping (Output) -> Void) -> AnyCancellable
}

/// An activity that can be cancelled. Available since iOS 13.0.
public protocol Cancellable {
    /// Cancels the activity.
    func cancel()
}

/// An object that cancels an activity when the object is deinitialized. Available since iOS 13.0.
public final class AnyCancellable: Cancellable, Hashable {
    private var body: (() -> Void)?

    /// Creates an instance with the function that cancels the activity. The function is called
    /// once.
    public init(_ cancel: @escaping () -> Void) { body = cancel }

    deinit { body?() }

    public func cancel() {
        body?()
        body = nil
    }

    /// Stores this instance in a set, which keeps it alive.
    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

    /// Stores this instance in a collection, which keeps it alive.
    public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
        collection.append(self)
    }

    public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A publisher whose concrete type is hidden. Available since iOS 13.0.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let start: (@escaping (Output) -> Void) -> AnyCancellable

    /// Wraps a publisher.
    public init(_ publisher: some Publisher<Output, Failure>) {
        start = { publisher.receive(by: $0) }
    }

    init(start: @escaping (@escaping (Output) -> Void) -> AnyCancellable) { self.start = start }

    public func receive(by receive: @escaping (Output) -> Void) -> AnyCancellable {
        start(receive)
    }
}

/// A namespace for the types of subscribers. Available since iOS 13.0.
public enum Subscribers {
    /// The way in which a publisher completed.
    public enum Completion<Failure: Error> {
        /// The publisher finished normally.
        case finished
        /// The publisher failed.
        case failure(Failure)
    }
}

extension Publisher {
    /// Passes every value to a function.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable
    where Failure == Never {
        receive(by: receiveValue)
    }

    /// Passes every value to a function. The completion function is never called.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        receive(by: receiveValue)
    }

    /// Assigns every value to a property.
    public func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
    ) -> AnyCancellable {
        receive { object[keyPath: keyPath] = $0 }
    }

    /// Wraps this publisher to hide its type.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

    /// Transforms every value.
    public func map<Made>(
        _ transform: @escaping (Output) -> Made
    ) -> AnyPublisher<Made, Failure> {
        AnyPublisher { receive in self.receive { receive(transform($0)) } }
    }

    /// Transforms every value and leaves out results that are `nil`.
    public func compactMap<Made>(
        _ transform: @escaping (Output) -> Made?
    ) -> AnyPublisher<Made, Failure> {
        AnyPublisher { receive in self.receive { value in transform(value).map(receive) } }
    }

    /// Publishes only the values for which the function returns `true`.
    public func filter(
        _ isIncluded: @escaping (Output) -> Bool
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receive in self.receive { if isIncluded($0) { receive($0) } } }
    }

    /// Leaves out the first `count` values.
    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receive in
            var rest = count
            return self.receive { value in
                if rest > 0 { rest -= 1 } else { receive(value) }
            }
        }
    }

    /// Leaves out every value that equals the previous value.
    public func removeDuplicates() -> AnyPublisher<Output, Failure> where Output: Equatable {
        AnyPublisher { receive in
            var last: Output?
            return self.receive { value in
                if last != value { receive(value) }
                last = value
            }
        }
    }

    /// Publishes values on a queue; here, immediately on the thread of the original publisher.
    public func receive(on scheduler: DispatchQueue) -> AnyPublisher<Output, Failure> {
        eraseToAnyPublisher()
    }

    /// Publishes values on a run loop; here, immediately on the thread of the original publisher.
    public func receive(on scheduler: RunLoop) -> AnyPublisher<Output, Failure> {
        eraseToAnyPublisher()
    }
}
