// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Creates objects of classes that are known only at run time, as Objective-C does.
@MainActor
enum MadeByClass {
    #if canImport(ObjectiveC)
    /// Creates an object with `init()`.
    static func object<Object: NSObject>(of type: Object.Type) -> Object { type.init() }
    #else
    /// Creates an object with `init()`.
    ///
    /// Swift calls an initializer of a class known only at run time only if it is `required`, which
    /// `NSObject.init()` is not outside of Apple's systems. It still has an entry in the method
    /// table of every subclass, at the same position as the initializer of ``MakeableByClass``.
    ///
    /// Proof for the casts: only the metatype's static type is changed, to one with the same
    /// initializer at the same position; the object is an instance of the given class.
    static func object<Object: NSObject>(of type: Object.Type) -> Object {
        let makeable = unsafeBitCast(type as AnyClass, to: MakeableByClass.Type.self)
        return unsafeDowncast(makeable.init() as AnyObject, to: Object.self)
    }
    #endif
}

#if !canImport(ObjectiveC)
/// A class that declares `init()` as `required`, so that it can be called on a class known only at
/// run time. Not for apps.
///
/// It is open so that the compiler always calls that initializer through the method table: for a
/// class that cannot be subclassed, it would call the initializer directly.
open class MakeableByClass: NSObject {
    /// Creates an object.
    public required override init() { super.init() }
}
#endif
