// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A random number generator whose numbers depend only on its seed, on every platform and in
/// every version.
///
/// The algorithm is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators"). This implementation does not depend on the standard library, so an update of that
/// library cannot change the numbers of a seed. The generator is not cryptographic.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// Makes a fast generator with a random seed, for identifiers that must be unique but need not
    /// be secret.
    public static func fromSystem() -> SeededGenerator {
        var system = SystemRandomNumberGenerator()
        return SeededGenerator(seed: system.next())
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    /// Returns `true` with the given probability, which is `numerator` divided by `denominator`.
    public mutating func chance(_ numerator: UInt64, outOf denominator: UInt64) -> Bool {
        next() % denominator < numerator
    }
}
