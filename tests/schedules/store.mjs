// The store of a browser, in memory; what it does in turns goes through `setImmediate`, which is counted. The factory
// is imported first, because some of the others import each other.
export { default as IDBFactory } from "../../web/node_modules/fake-indexeddb/build/esm/FDBFactory.js";
export { default as IDBCursor } from "../../web/node_modules/fake-indexeddb/build/esm/FDBCursor.js";
export { default as IDBCursorWithValue } from "../../web/node_modules/fake-indexeddb/build/esm/FDBCursorWithValue.js";
export { default as IDBDatabase } from "../../web/node_modules/fake-indexeddb/build/esm/FDBDatabase.js";
export { default as IDBIndex } from "../../web/node_modules/fake-indexeddb/build/esm/FDBIndex.js";
export { default as IDBKeyRange } from "../../web/node_modules/fake-indexeddb/build/esm/FDBKeyRange.js";
export { default as IDBObjectStore } from "../../web/node_modules/fake-indexeddb/build/esm/FDBObjectStore.js";
export { default as IDBOpenDBRequest } from "../../web/node_modules/fake-indexeddb/build/esm/FDBOpenDBRequest.js";
export { default as IDBRequest } from "../../web/node_modules/fake-indexeddb/build/esm/FDBRequest.js";
export { default as IDBTransaction } from "../../web/node_modules/fake-indexeddb/build/esm/FDBTransaction.js";
export { default as IDBVersionChangeEvent } from "../../web/node_modules/fake-indexeddb/build/esm/FDBVersionChangeEvent.js";
