//! Stands in for the machine that would run the typesetter's plug-ins, of which our papers have none. No module
//! can be made, so nothing that would need one is ever called.

use std::fmt::{self, Display};
use std::marker::PhantomData;

#[derive(Debug, Clone, Copy)]
enum Nothing {}

/// Why there is no module.
#[derive(Debug)]
pub struct Error;

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this typesetter has no plug-ins")
    }
}

impl std::error::Error for Error {}

/// How a machine is set up.
#[derive(Debug, Default)]
pub struct Config;

impl Config {
    /// Whether what differs between processors is let in.
    pub fn wasm_relaxed_simd(&mut self, _on: bool) -> &mut Self {
        self
    }
}

/// A machine.
#[derive(Debug)]
pub struct Engine;

impl Engine {
    /// One that is set up like this.
    #[must_use]
    pub fn new(_config: &Config) -> Self {
        Self
    }
}

/// A module, of which there is none.
#[derive(Debug)]
pub struct Module(Nothing);

impl Module {
    /// None.
    ///
    /// # Errors
    /// Always.
    pub fn new(_engine: &Engine, _bytes: &[u8]) -> Result<Self, Error> {
        Err(Error)
    }

    /// What it gives out by this name.
    #[must_use]
    pub fn get_export(&self, _name: &str) -> Option<ExternType> {
        match self.0 {}
    }

    /// All that it gives out.
    pub fn exports(&self) -> impl Iterator<Item = ExportType<'_>> {
        std::iter::empty()
    }
}

/// Something that a module gives out.
#[derive(Debug)]
pub struct ExportType<'a>(Nothing, PhantomData<&'a ()>);

impl<'a> ExportType<'a> {
    /// What it is.
    #[must_use]
    pub fn ty(&self) -> &'a ExternType {
        match self.0 {}
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'a str {
        match self.0 {}
    }
}

/// What a module may give out.
#[derive(Debug)]
pub enum ExternType {
    /// A function.
    Func(FuncType),
    /// Memory.
    Memory(MemoryType),
}

/// What memory is like.
#[derive(Debug)]
pub struct MemoryType(#[allow(dead_code, reason = "so that there is none")] Nothing);

/// What a function takes and gives.
#[derive(Debug)]
pub struct FuncType(Nothing);

impl FuncType {
    /// What it takes.
    #[must_use]
    pub fn params(&self) -> &[ValType] {
        match self.0 {}
    }

    /// What it gives.
    #[must_use]
    pub fn results(&self) -> &[ValType] {
        match self.0 {}
    }
}

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValType {
    /// A whole number.
    I32,
}

/// A value.
#[derive(Debug, Clone)]
pub enum Val {
    /// A whole number.
    I32(i32),
}

/// What joins modules.
#[derive(Debug)]
pub struct Linker<T>(Engine, PhantomData<fn() -> T>);

impl<T> Linker<T> {
    /// One without modules.
    #[must_use]
    pub fn new(_engine: &Engine) -> Self {
        Self(Engine, PhantomData)
    }

    /// Offers a function to modules.
    ///
    /// # Errors
    /// Never: nobody calls it.
    pub fn func_wrap<F>(&mut self, _module: &str, _name: &str, _f: F) -> Result<&mut Self, Error> {
        Ok(self)
    }

    /// Its machine.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.0
    }

    /// A module that runs.
    ///
    /// # Errors
    /// There is no module.
    pub fn instantiate_and_start(
        &self,
        _store: &mut Store<T>,
        module: &Module,
    ) -> Result<Instance, Error> {
        match module.0 {}
    }
}

/// What modules work on.
#[derive(Debug)]
pub struct Store<T>(T);

impl<T> Store<T> {
    /// One with this.
    pub fn new(_engine: &Engine, data: T) -> Self {
        Self(data)
    }

    /// What it was made with.
    pub fn data_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A module that runs.
#[derive(Debug)]
pub struct Instance(Nothing);

impl Instance {
    /// What it gives out by this name.
    pub fn get_export<S>(&self, _store: &S, _name: &str) -> Option<Extern> {
        match self.0 {}
    }
}

/// Something that a module that runs gives out.
#[derive(Debug)]
pub struct Extern(Nothing);

impl Extern {
    /// As a function.
    #[must_use]
    pub fn into_func(self) -> Option<Func> {
        match self.0 {}
    }

    /// As memory.
    #[must_use]
    pub fn into_memory(self) -> Option<Memory> {
        match self.0 {}
    }
}

/// A function.
#[derive(Debug)]
pub struct Func(Nothing);

impl Func {
    /// What it takes and gives.
    pub fn ty<S>(&self, _store: &S) -> FuncType {
        match self.0 {}
    }

    /// Calls it.
    ///
    /// # Errors
    /// There is no function.
    pub fn call<S>(&self, _store: &mut S, _takes: &[Val], _gives: &mut [Val]) -> Result<(), Error> {
        match self.0 {}
    }
}

/// Memory.
#[derive(Debug)]
pub struct Memory(Nothing);

impl Memory {
    /// How large it is.
    pub fn size<S>(&self, _store: &S) -> u64 {
        match self.0 {}
    }

    /// What is in it.
    pub fn data<'a, S>(&self, _store: &'a S) -> &'a [u8] {
        match self.0 {}
    }

    /// What is in it, to be written.
    pub fn data_mut<'a, S>(&self, _store: &'a mut S) -> &'a mut [u8] {
        match self.0 {}
    }

    /// More of it.
    ///
    /// # Errors
    /// There is no memory.
    pub fn grow<S>(&self, _store: &mut S, _by: u64) -> Result<u64, Error> {
        match self.0 {}
    }

    /// Reads it.
    ///
    /// # Errors
    /// There is no memory.
    pub fn read<S>(&self, _store: &S, _at: usize, _into: &mut [u8]) -> Result<(), Error> {
        match self.0 {}
    }

    /// Writes it.
    ///
    /// # Errors
    /// There is no memory.
    pub fn write<S>(&self, _store: &mut S, _at: usize, _from: &[u8]) -> Result<(), Error> {
        match self.0 {}
    }
}

/// Who calls an offered function.
#[derive(Debug)]
pub struct Caller<'a, T>(Nothing, PhantomData<&'a mut T>);

impl<T> Caller<'_, T> {
    /// What it gives out by this name.
    #[must_use]
    pub fn get_export(&self, _name: &str) -> Option<Extern> {
        match self.0 {}
    }

    /// What the store was made with.
    pub fn data_mut(&mut self) -> &mut T {
        match self.0 {}
    }
}
