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
    /// If a class is known only at run time, Swift can call only a `required` initializer of the
    /// class. Outside of Apple's systems, `NSObject.init()` is not `required`. However, it has an
    /// entry in the method table (vtable) of every subclass, at the same position as the
    /// initializer of ``MakeableByClass``.
    ///
    /// Proof for the casts: the first cast changes only the static type of the metatype, to a class
    /// with the same initializer at the same position. The created object is an instance of the
    /// given class.
    static func object<Object: NSObject>(of type: Object.Type) -> Object {
        let makeable = unsafeBitCast(type as AnyClass, to: MakeableByClass.Type.self)
        return unsafeDowncast(makeable.init() as AnyObject, to: Object.self)
    }
    #endif
}

#if !canImport(ObjectiveC)
/// A class that declares `init()` as `required`, so that Swift can call the initializer of a class
/// known only at run time. Apps do not use this class.
///
/// The class is `open` so that the compiler always calls the initializer through the method table.
/// For a class that cannot be subclassed, the compiler would call the initializer directly.
open class MakeableByClass: NSObject {
    /// Creates an object.
    public required override init() { super.init() }
}
#endif
