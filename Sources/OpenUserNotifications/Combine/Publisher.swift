// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

// The part of Combine that app code needs beside SwiftUI and notifications: published properties,
// posted notifications, and the usual operators between them and a closure. Nothing fails, ends or
// waits for demand.

/// Hands out values as they come. Apple: since iOS 13.0.
public protocol Publisher<Output, Failure> {
    /// What is handed out.
    associatedtype Output
    /// Why it may end; nothing ends here.
    associatedtype Failure: Error

    /// Hands every value to a function until it is cancelled.
    func receive(by receive: @escaping (Output) -> Void) -> AnyCancellable
}

/// What can be stopped. Apple: since iOS 13.0.
public protocol Cancellable {
    /// Stops it.
    func cancel()
}

/// Stops something when it is let go of. Apple: since iOS 13.0.
public final class AnyCancellable: Cancellable, Hashable {
    private var body: (() -> Void)?

    /// Stops it by a function, once.
    public init(_ cancel: @escaping () -> Void) { body = cancel }

    deinit { body?() }

    public func cancel() {
        body?()
        body = nil
    }

    /// Keeps it as long as a set lives.
    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

    /// Keeps it as long as a collection lives.
    public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
        collection.append(self)
    }

    public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A publisher of which only the values' type is known. Apple: since iOS 13.0.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let start: (@escaping (Output) -> Void) -> AnyCancellable

    /// Hides what a publisher is.
    public init(_ publisher: some Publisher<Output, Failure>) {
        start = { publisher.receive(by: $0) }
    }

    init(start: @escaping (@escaping (Output) -> Void) -> AnyCancellable) { self.start = start }

    public func receive(by receive: @escaping (Output) -> Void) -> AnyCancellable {
        start(receive)
    }
}

/// How a publisher ended. Apple: since iOS 13.0.
public enum Subscribers {
    /// How a publisher ended.
    public enum Completion<Failure: Error> {
        /// There are no more values.
        case finished
        /// Something went wrong.
        case failure(Failure)
    }
}

extension Publisher {
    /// Hands every value to a function.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable
    where Failure == Never {
        receive(by: receiveValue)
    }

    /// Hands every value to a function; the end never comes.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        receive(by: receiveValue)
    }

    /// Sets a property to every value.
    public func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
    ) -> AnyCancellable {
        receive { object[keyPath: keyPath] = $0 }
    }

    /// Hides what it is.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

    /// Makes something of every value.
    public func map<Made>(
        _ transform: @escaping (Output) -> Made
    ) -> AnyPublisher<Made, Failure> {
        AnyPublisher { receive in self.receive { receive(transform($0)) } }
    }

    /// Makes something of every value, and leaves out what comes to nothing.
    public func compactMap<Made>(
        _ transform: @escaping (Output) -> Made?
    ) -> AnyPublisher<Made, Failure> {
        AnyPublisher { receive in self.receive { value in transform(value).map(receive) } }
    }

    /// Leaves values out.
    public func filter(
        _ isIncluded: @escaping (Output) -> Bool
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receive in self.receive { if isIncluded($0) { receive($0) } } }
    }

    /// Leaves the first values out.
    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receive in
            var rest = count
            return self.receive { value in
                if rest > 0 { rest -= 1 } else { receive(value) }
            }
        }
    }

    /// Leaves out what equals the value before.
    public func removeDuplicates() -> AnyPublisher<Output, Failure> where Output: Equatable {
        AnyPublisher { receive in
            var last: Output?
            return self.receive { value in
                if last != value { receive(value) }
                last = value
            }
        }
    }

    /// Hands values out on a queue; here at once, where they come from.
    public func receive(on scheduler: DispatchQueue) -> AnyPublisher<Output, Failure> {
        eraseToAnyPublisher()
    }

    /// Hands values out on a run loop; here at once, where they come from.
    public func receive(on scheduler: RunLoop) -> AnyPublisher<Output, Failure> {
        eraseToAnyPublisher()
    }
}
