//! The types of the protocol, and the validation of values.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// The length up to which all elements of a list are checked; of longer lists, the first and last thousand and a sample between them.
const LONG_LIST: usize = 3000;

/// The protocol's description.
pub struct MetaModel {
    structures: HashMap<String, Vec<Property>>,
    aliases: HashMap<String, Type>,
    enumerations: HashMap<String, Enumeration>,
    requests: HashMap<String, Method>,
    notifications: HashMap<String, Method>,
}

/// A request or a notification.
pub struct Method {
    pub params: Option<Type>,
    pub result: Option<Type>,
    /// Whether only a client sends it.
    pub is_of_client: bool,
    /// Whether only a server sends it.
    pub is_of_server: bool,
}

/// A member of a structure.
pub struct Property {
    pub(super) name: String,
    pub(super) kind: Type,
    pub(super) is_optional: bool,
}

struct Enumeration {
    base: Type,
    values: Vec<Value>,
    takes_others: bool,
}

/// A type of the protocol.
pub enum Type {
    Base(String),
    Reference(String),
    Array(Box<Type>),
    Map(Box<Type>),
    Or(Vec<Type>),
    Tuple(Vec<Type>),
    Structure(Vec<Property>),
    Literal(Value),
}

impl MetaModel {
    /// Reads `metaModel.json`.
    pub fn parse(text: &str) -> Option<MetaModel> {
        let model: Value = serde_json::from_str(text).ok()?;
        let named = |list: &str| -> Option<HashMap<String, Value>> {
            let name = |it: &Value| Some((it["name"].as_str()?.to_owned(), it.clone()));
            model[list].as_array()?.iter().map(name).collect()
        };
        let structures = named("structures")?;
        let properties = |name: &String| Some((name.clone(), properties(name, &structures)?));
        let alias = |(name, it): (String, Value)| Some((name, type_of(&it["type"], &structures)?));
        let enumeration = |(name, it): (String, Value)| {
            let values = it["values"].as_array()?.iter().map(|value| value["value"].clone()).collect();
            let takes_others = it["supportsCustomValues"] == true;
            Some((name, Enumeration { base: type_of(&it["type"], &structures)?, values, takes_others }))
        };
        let methods = |list: &str| -> Option<HashMap<String, Method>> {
            let method = |it: &Value| {
                let direction = it["messageDirection"].as_str()?;
                let method = Method {
                    params: it.get("params").and_then(|params| type_of(params, &structures)),
                    result: it.get("result").and_then(|result| type_of(result, &structures)),
                    is_of_client: direction == "clientToServer",
                    is_of_server: direction == "serverToClient",
                };
                Some((it["method"].as_str()?.to_owned(), method))
            };
            model[list].as_array()?.iter().map(method).collect()
        };
        Some(MetaModel {
            structures: structures.keys().map(properties).collect::<Option<_>>()?,
            aliases: named("typeAliases")?.into_iter().map(alias).collect::<Option<_>>()?,
            enumerations: named("enumerations")?.into_iter().map(enumeration).collect::<Option<_>>()?,
            requests: methods("requests")?,
            notifications: methods("notifications")?,
        })
    }

    /// Returns the request of this name.
    pub fn request(&self, method: &str) -> Option<&Method> {
        self.requests.get(method)
    }

    /// Returns the notification of this name.
    pub fn notification(&self, method: &str) -> Option<&Method> {
        self.notifications.get(method)
    }

    /// Returns the members of a structure.
    pub(super) fn members(&self, structure: &str) -> Option<&[Property]> {
        self.structures.get(structure).map(Vec::as_slice)
    }

    /// Returns the type of an alias.
    pub(super) fn alias(&self, name: &str) -> Option<&Type> {
        self.aliases.get(name)
    }

    /// Returns the first value of an enumeration.
    pub(super) fn first_value(&self, enumeration: &str) -> Option<Value> {
        self.enumerations.get(enumeration)?.values.first().cloned()
    }

    /// Returns the faults of `value` as a value of type `kind`; `at` is its place in the message.
    pub fn faults(&self, value: &Value, kind: &Type, at: &str) -> Vec<String> {
        let wanted = |what: &str| vec![format!("{at}: {what} wanted, {} found", shown(value))];
        let each = |items: &mut dyn Iterator<Item = (String, &Value)>, kind: &Type| {
            items.flat_map(|(at, item)| self.faults(item, kind, &at)).collect()
        };
        match kind {
            Type::Base(name) if is_base(value, name) => Vec::new(),
            Type::Base(name) => wanted(name),
            Type::Reference(name) => self.faults_of_named(value, name, at),
            Type::Array(element) => match value.as_array() {
                Some(items) => {
                    each(&mut looked_at(items).map(|(index, item)| (format!("{at}[{index}]"), item)), element)
                }
                None => wanted("array"),
            },
            Type::Map(of) => match value.as_object() {
                Some(members) => each(&mut members.iter().map(|(name, member)| (format!("{at}.{name}"), member)), of),
                None => wanted("map"),
            },
            Type::Or(kinds) => self.faults_of_nearest(value, kinds, at),
            Type::Tuple(kinds) => match value.as_array().filter(|items| items.len() == kinds.len()) {
                Some(items) => {
                    let items = items.iter().zip(kinds).enumerate();
                    items.flat_map(|(index, (item, kind))| self.faults(item, kind, &format!("{at}[{index}]"))).collect()
                }
                None => wanted("tuple"),
            },
            Type::Structure(members) => self.faults_of_members(value, &members.iter().collect::<Vec<_>>(), at),
            Type::Literal(literal) if value == literal => Vec::new(),
            Type::Literal(literal) => wanted(&literal.to_string()),
        }
    }

    fn faults_of_named(&self, value: &Value, name: &str, at: &str) -> Vec<String> {
        let wanted = |what: &str| vec![format!("{at}: {what} wanted, {} found", shown(value))];
        match name {
            "LSPAny" => return Vec::new(),
            "LSPObject" => return if value.is_object() { Vec::new() } else { wanted("object") },
            "LSPArray" => return if value.is_array() { Vec::new() } else { wanted("array") },
            _ => {}
        }
        if let Some(enumeration) = self.enumerations.get(name) {
            let faults = self.faults(value, &enumeration.base, at);
            let is_known = enumeration.takes_others || enumeration.values.contains(value);
            return if faults.is_empty() && !is_known { wanted(name) } else { faults };
        }
        if let Some(alias) = self.aliases.get(name) {
            return self.faults(value, alias, at);
        }
        let Some(members) = self.structures.get(name) else { return wanted(name) };
        let mut faults = self.faults_of_members(value, &members.iter().collect::<Vec<_>>(), at);
        if name == "Range" && faults.is_empty() && is_turned_round(value) {
            faults.push(format!("{at}: the range ends before it starts: {value}"));
        }
        faults
    }

    fn faults_of_members(&self, value: &Value, members: &[&Property], at: &str) -> Vec<String> {
        let Some(object) = value.as_object() else {
            return vec![format!("{at}: object wanted, {} found", shown(value))];
        };
        let is_known = |name: &String| members.iter().any(|member| member.name == *name);
        let unknown = object.keys().filter(|name| !is_known(name)).map(|name| format!("{at}.{name}: unknown property"));
        let mut faults: Vec<String> = unknown.collect();
        for member in members {
            match object.get(&member.name) {
                Some(value) => faults.extend(self.faults(value, &member.kind, &format!("{at}.{}", member.name))),
                None if member.is_optional => {}
                None => faults.push(format!("{at}.{}: required property missing", member.name)),
            }
        }
        faults
    }

    /// Returns the faults as the best matching one of several types.
    fn faults_of_nearest(&self, value: &Value, kinds: &[Type], at: &str) -> Vec<String> {
        let is_null = |kind: &Type| matches!(kind, Type::Base(name) if name == "null");
        let mut nearest: Option<Vec<String>> = None;
        for kind in kinds {
            let faults = self.faults(value, kind, at);
            if faults.is_empty() {
                return faults;
            }
            let is_nearer = nearest.as_ref().is_none_or(|nearest| faults.len() < nearest.len());
            if is_nearer && !is_null(kind) {
                nearest = Some(faults);
            }
        }
        nearest.unwrap_or_default()
    }
}

/// Returns the members of a structure and its base structures; its own win.
fn properties(name: &str, structures: &HashMap<String, Value>) -> Option<Vec<Property>> {
    let structure = structures.get(name)?;
    let mut members: Vec<Property> = own_properties(structure, structures)?;
    for list in ["extends", "mixins"] {
        for base in structure[list].as_array().into_iter().flatten() {
            for inherited in properties(base["name"].as_str()?, structures)? {
                if !members.iter().any(|member| member.name == inherited.name) {
                    members.push(inherited);
                }
            }
        }
    }
    Some(members)
}

fn own_properties(structure: &Value, structures: &HashMap<String, Value>) -> Option<Vec<Property>> {
    let property = |it: &Value| {
        let kind = type_of(&it["type"], structures)?;
        Some(Property { name: it["name"].as_str()?.to_owned(), kind, is_optional: it["optional"] == true })
    };
    structure["properties"].as_array()?.iter().map(property).collect()
}

fn type_of(it: &Value, structures: &HashMap<String, Value>) -> Option<Type> {
    let all = |list: &Value| list.as_array()?.iter().map(|it| type_of(it, structures)).collect::<Option<Vec<_>>>();
    let name = || it["name"].as_str().map(str::to_owned);
    Some(match it["kind"].as_str()? {
        "base" => Type::Base(name()?),
        "reference" => Type::Reference(name()?),
        "array" => Type::Array(Box::new(type_of(&it["element"], structures)?)),
        "map" => Type::Map(Box::new(type_of(&it["value"], structures)?)),
        "or" => Type::Or(all(&it["items"])?),
        "tuple" => Type::Tuple(all(&it["items"])?),
        "and" => {
            let names = it["items"].as_array()?.iter().map(|item| item["name"].as_str());
            let of_all = names.map(|name| properties(name?, structures)).collect::<Option<Vec<_>>>()?;
            Type::Structure(of_all.into_iter().flatten().collect())
        }
        "literal" => Type::Structure(own_properties(&it["value"], structures)?.into_iter().collect()),
        "stringLiteral" | "integerLiteral" | "booleanLiteral" => Type::Literal(it["value"].clone()),
        _ => return None,
    })
}

fn is_base(value: &Value, name: &str) -> bool {
    let is_between = |least: i64| value.as_i64().is_some_and(|number| (least..=i64::from(i32::MAX)).contains(&number));
    match name {
        "string" | "RegExp" => value.is_string(),
        "URI" | "DocumentUri" => value.as_str().is_some_and(is_uri),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "decimal" => value.is_number(),
        "integer" => is_between(i64::from(i32::MIN)),
        "uinteger" => is_between(0),
        _ => false,
    }
}

/// Whether a text begins with a URI scheme.
fn is_uri(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once(':') else { return false };
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "+.-".contains(letter);
    scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.chars().all(is_part)
}

fn is_turned_round(range: &Value) -> bool {
    let place = |end: &str| (range[end]["line"].as_u64(), range[end]["character"].as_u64());
    place("end") < place("start")
}

/// The elements to check, each with its index.
pub fn looked_at(items: &[Value]) -> impl Iterator<Item = (usize, &Value)> {
    let third = LONG_LIST / 3;
    let step = (items.len() / third).max(1);
    let is_wanted = move |index: usize, length: usize| {
        length <= LONG_LIST || index < third || index + third >= length || index.is_multiple_of(step)
    };
    let length = items.len();
    items.iter().enumerate().filter(move |(index, _)| is_wanted(*index, length))
}

/// The beginning of a value.
pub fn shown(value: &Value) -> String {
    let text = value.to_string();
    text.chars().take(60).collect()
}

/// The members of an object.
pub fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}
