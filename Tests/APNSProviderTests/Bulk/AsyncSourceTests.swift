// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Synchronization
import Testing

@testable import APNSProvider

/// Bulk sends of asynchronous sequences.
@Suite(.timeLimit(.minutes(30)))
struct AsyncSourceTests {
    private struct SourceFailed: Error {}

    @Test func `results do not wait for a slow source`() async throws {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        let (stream, source) = AsyncStream.makeStream(of: IdentifiedPush<Int>.self)
        var results = client.send(contentsOf: stream).makeAsyncIterator()
        for number in 0..<20 {
            // Each request is produced only after the previous result.
            source.yield(IdentifiedPush(id: number, request: try Fixtures.request()))
            #expect(try await results.next()?.id == number)
        }
        source.finish()
        #expect(try await results.next() == nil)
        #expect(try await results.next() == nil)
        await client.shutdown()
    }

    @Test func `every request of a long source is sent`() async throws {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        let request = try Fixtures.request()
        let count = Mutex(0)
        let source = AsyncStream {
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            return number < 5000 ? IdentifiedPush(id: number, request: request) : nil
        }
        var ids: Set<Int> = []
        for try await result in client.send(contentsOf: source, inFlightMax: 100) {
            ids.insert(result.id)
            let taken = count.withLock { $0 }
            // 100 requests are in flight, 100 are read ahead, and the task handles one.
            #expect(taken <= ids.count + 2 * 100 + 1)
        }
        #expect(ids.count == 5000)
        await client.shutdown()
    }

    @Test func `a source that fails ends the results with its error`() async throws {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        let request = try Fixtures.request()
        let (stream, source) = AsyncThrowingStream.makeStream(of: IdentifiedPush<Int>.self)
        var results = client.send(contentsOf: stream).makeAsyncIterator()
        source.yield(IdentifiedPush(id: 1, request: request))
        #expect(try await results.next()?.id == 1)
        source.finish(throwing: SourceFailed())
        await #expect(throws: SourceFailed.self) { try await results.next() }
        await client.shutdown()
    }

    /// A source that never ends, and that reports when its iterator is released.
    private struct EndlessSource: AsyncSequence, Sendable {
        let request: PushRequest
        let released: Recorder<Bool>

        func makeAsyncIterator() -> Iterator {
            Iterator(request: request, witness: Witness(released: released))
        }

        struct Iterator: AsyncIteratorProtocol {
            let request: PushRequest
            let witness: Witness
            var number = 0

            mutating func next() async -> IdentifiedPush<Int>? {
                number += 1
                return IdentifiedPush(id: number, request: request)
            }
        }

        final class Witness: Sendable {
            private let released: Recorder<Bool>
            init(released: Recorder<Bool>) { self.released = released }
            deinit { released.record(true) }
        }
    }

    @Test func `an endless source is released when the iteration ends`() async throws {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        let released = Recorder<Bool>()
        let source = EndlessSource(request: try Fixtures.request(), released: released)
        var count = 0
        for try await _ in client.send(contentsOf: source, inFlightMax: 10) {
            count += 1
            if count == 25 { break }
        }
        await released.waitFor(1)
        #expect(count == 25)
        await client.shutdown()
    }

    @Test func `a request is sent while another still waits for its response`() async throws {
        let server = try await RawServer { _, frame in
            // The second request gets no response.
            frame.type == RawFrame.data && frame.stream != 3
                ? [.bytes(RawFrame.response(frame.stream))] : []
        }
        let client = try Fixtures.client(of: server)
        let (stream, source) = AsyncStream.makeStream(of: IdentifiedPush<Int>.self)
        let request = try Fixtures.request()
        var results = client.send(contentsOf: stream).makeAsyncIterator()
        source.yield(IdentifiedPush(id: 1, request: request))
        #expect(try await results.next()?.id == 1)
        source.yield(IdentifiedPush(id: 2, request: request))
        let third = Task {
            await server.waitFor(2, of: RawFrame.data)
            source.yield(IdentifiedPush(id: 3, request: request))
        }
        #expect(try await results.next()?.id == 3)
        await third.value
        server.perform([.bytes(RawFrame.response(3))])
        #expect(try await results.next()?.id == 2)
        source.finish()
        #expect(try await results.next() == nil)
        await client.shutdown()
    }

    @Test func `cancelling ends the wait for an idle source`() async throws {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        let ended = Recorder<Bool>()
        let (stream, source) = AsyncStream.makeStream(of: IdentifiedPush<Int>.self)
        source.onTermination = { _ in ended.record(true) }
        let started = Recorder<Bool>()
        let task = Task {
            var results = client.send(contentsOf: stream).makeAsyncIterator()
            started.record(true)
            _ = try await results.next()
        }
        await started.waitFor(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await ended.waitFor(1)
        await client.shutdown()
    }

    @Test func `invalid requests of a source have results`() async throws {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        var empty = try Fixtures.request()
        empty.body = []
        let (stream, source) = AsyncStream.makeStream(of: IdentifiedPush<Int>.self)
        for number in 0..<10 { source.yield(IdentifiedPush(id: number, request: empty)) }
        source.finish()
        var ids: [Int] = []
        for try await result in client.send(contentsOf: stream, inFlightMax: 2) {
            ids.append(result.id)
        }
        #expect(ids == Array(0..<10))
        await client.shutdown()
    }
}
