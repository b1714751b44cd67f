// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeliveryWorker {
    /// The settings of a worker.
    public struct Configuration: Hashable, Sendable {
        /// The maximum number of deliveries in flight, which is also the number that may be sent
        /// again after a crash. ``SendingRoom`` divides them among the lanes; a single lane gets at
        /// most half of them. Default 256.
        public var inFlightMax = 256
        /// The interval at which the worker looks for work without being woken. Default 1 second.
        public var pollInterval: Duration = .seconds(1)
        /// The time for which a claim is valid. It must be longer than the sender's deadline, which
        /// is 15 seconds, because claims are not renewed. Default 30 seconds.
        public var lease: Duration = .seconds(30)
        public var policy = DeliveryPolicy()
        /// How long the gateway keeps data that it no longer needs.
        public var retention = Retention()
        /// The interval at which the worker removes data that need not be kept any longer. Default
        /// 60 seconds.
        public var purgeInterval: Duration = .seconds(60)

        public init() {}

        /// The maximum time from the storing or claiming of a delivery until it is due.
        var longestWait: Duration {
            max(lease, policy.backoffMax + DeliveryPolicy.retryAfterMax) + .seconds(1)
        }
    }
}
