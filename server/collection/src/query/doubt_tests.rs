//! Queries that read and are hardly meant.

use super::*;

#[test]
fn a_query_that_finds_nearly_everything_is_doubted() {
    let is_doubted = |text: &str| Query::parse(text).unwrap().doubt().is_some();
    for text in ["not check", "not move e4 and white = Ada", "not (check or capture)", "not check for 4 plies"] {
        assert!(is_doubted(text), "{text}");
    }
    for text in [
        "never check",
        "not not mate",
        "not white = Ada",
        "capture and not check",
        "not line \"e4\"",
        "check then not check",
    ] {
        assert!(!is_doubted(text), "{text}");
    }
}

#[test]
fn a_term_that_can_hardly_ever_hold_is_doubted() {
    for text in [
        "Q = 10",
        "not K = 0",
        "men < 2",
        "k = 2",
        "P = 9",
        "P[a1,b8] = 1",
        "R < 0",
        "Q + q > 18",
        "movenumber = 0",
        "ply < 0",
        "N[d4,e5] = 3",
        "material K0vK",
        "material KKvK",
        "material KP9vK",
        "material KQ9PvK",
        "material KRRRPPPPPPPPvK",
        "imbalance PPPPPPPPP v N",
        "pawns \"8/8/8/8/8/8/8/PPPPPPPP\"",
        "board \"P7/8/8/8/8/8/8/8\"",
        "captured k by Q",
        "promotion to K",
    ] {
        let doubt = format!("{} holds in no position of ordinary chess", text.trim_start_matches("not "));
        assert_eq!(Query::parse(text).unwrap().doubt(), Some(&*doubt), "{text}");
    }
    for text in ["elo > 5000", "whiteelo < 1", "elodifference > 4001"] {
        let doubt = format!("{text} holds for no rating that players have");
        assert_eq!(Query::parse(text).unwrap().doubt(), Some(&*doubt), "{text}");
    }
    for text in [
        "Q = 9",
        "men = 32",
        "men = 2",
        "K = 1",
        "P[a2-7] = 1",
        "N[d4,e5] = 2",
        "material KQ9vK",
        "material KRRRPPPPPPPvK",
        "material K?vK",
        "imbalance BP v NN",
        "pawns \"8/pppppppp/8/8/8/8/PPPPPPPP/8\"",
        "board \"N7/8/8/8/8/8/P7/8\"",
        "fen \"8/8/8/8/8/4k3/4p3/4K3 w - -\"",
        "captured q by K",
        "move --",
        "move N@f3",
        "elo > 2800",
        "elo != 5000",
        "elodifference = 0",
        "halfmoves > 100",
    ] {
        assert_eq!(Query::parse(text).unwrap().doubt(), None, "{text}");
    }
}
